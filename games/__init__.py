"""Two board games as pure rules, and the platform on which people play them."""
