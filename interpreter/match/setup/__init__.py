"""What is ready before a match begins: the rules of a game with their engines, the players and the options."""
