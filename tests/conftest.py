"""Settings of all tests: the same examples every time; `--hypothesis-profile=fuzz` looks for new ones."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile("steady")
