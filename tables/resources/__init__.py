"""Phrase tables of monolingual resources: thesauri, dictionaries, parallel and comparable text, queries."""
