"""Tables in a browser: a page on which somebody sees one of their tables and plays there, by touch, mouse or keyboard."""
