"""How the weights of the language guard are made: words of languages, and a script that learns from them and from texts."""
