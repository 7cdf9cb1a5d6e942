"""Keeps Discord up to date: posts and edits what tables, seasons and tournaments have to show."""
