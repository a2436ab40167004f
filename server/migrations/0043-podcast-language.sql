-- expand: podcasts have a language, which directories ask for.

-- BCP 47.
ALTER TABLE podcast ADD COLUMN language text;
