"""What a user may ask for: settings, requests, forced and blocked wording, own pairs; checked for a model."""
