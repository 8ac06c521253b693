"""Where work is done and kept: workers, clusters, the cache."""
