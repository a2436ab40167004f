-- expand: time splits of foreign feeds name feeds that are read for their recipients alone; robots.txt of their sites

-- False: the feed is named by a time split, so its items are not listed, and the item guid is empty.
ALTER TABLE foreign_reference ADD COLUMN is_listed boolean NOT NULL DEFAULT true;

-- What the robots.txt of a site permits this server, for a day.
CREATE TABLE foreign_site (
  origin text PRIMARY KEY,
  -- Rules for paths: {"path": …, "isAllowed": …}. Null: it could not be read, so nothing is requested.
  rules jsonb,
  read_at timestamptz NOT NULL
);
