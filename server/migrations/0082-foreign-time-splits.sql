-- expand: time splits of foreign feeds name feeds that are read for their recipients alone

-- False: the feed is named by a time split, so its items are not listed, and the item guid is empty.
ALTER TABLE foreign_reference ADD COLUMN is_listed boolean NOT NULL DEFAULT true;
