"""What the engine has learned, and from what."""
