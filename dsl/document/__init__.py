"""YAML as a tree of texts that know their places; files merged; paths that name a part."""
