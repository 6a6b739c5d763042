"""What the Dune games of 1979, 2019 and 2021 share."""
