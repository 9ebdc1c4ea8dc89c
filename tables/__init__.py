"""The packed phrase tables and what fills them."""
