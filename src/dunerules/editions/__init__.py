"""The editions: what each does differently, and the order of play of each."""
