"""Phrase tables from monolingual resources: thesauri, dictionaries, parallel and comparable text, queries."""
