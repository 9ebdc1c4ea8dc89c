"""Text and records in, answers out: what the command line and the server share."""
