"""Any game in long series: played in shards, merged exactly, resumed after whatever happened."""
