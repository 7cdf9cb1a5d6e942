-- Backs of cards to choose, and the looks of pictures that a whole server sees.

ALTER TABLE people ADD COLUMN back TEXT;

ALTER TABLE servers ADD COLUMN theme TEXT;
ALTER TABLE servers ADD COLUMN back TEXT;
