"""Adapters for the pipelines, tables and toolkits of other libraries, each a module with an extra of its own."""
