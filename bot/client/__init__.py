"""The Discord client, with what stands between it and the commands."""
