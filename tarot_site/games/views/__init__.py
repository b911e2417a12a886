"""Page handlers of the games: read a request, call one service or query, show a presented page."""
