"""Adapters for the pipelines, tables and toolkits of other libraries, each with a module and an extra of its own."""
