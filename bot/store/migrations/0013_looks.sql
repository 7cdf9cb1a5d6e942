-- How servers have canastas, going out and the like celebrated.

ALTER TABLE servers ADD COLUMN celebrations TEXT CHECK (celebrations IN ('moving', 'still', 'none'));
