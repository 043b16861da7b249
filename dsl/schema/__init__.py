"""The keys of YAML files as classes, documents read into them, and the JSON Schema of both."""
