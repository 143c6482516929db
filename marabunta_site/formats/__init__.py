"""How each language of the site writes dates, where Django writes them otherwise than people do."""
