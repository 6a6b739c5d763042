"""The rules of the Dune board games as composable rule modules."""
