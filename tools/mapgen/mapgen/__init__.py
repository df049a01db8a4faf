"""The map builder: from public-domain data and the facts of maps/data to maps/*.map.toml."""
