"""YAML as a tree of texts that know their places; merging files; paths that name a part."""
