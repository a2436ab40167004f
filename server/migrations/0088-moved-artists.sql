-- expand: artists and albums can announce the address of their feed on another host, as podcasts can

ALTER TABLE artist
  ADD COLUMN new_feed_url text,
  ADD COLUMN new_feed_since timestamptz,
  ADD CHECK ((new_feed_url IS NULL) = (new_feed_since IS NULL));

ALTER TABLE album
  ADD COLUMN new_feed_url text,
  ADD COLUMN new_feed_since timestamptz,
  ADD CHECK ((new_feed_url IS NULL) = (new_feed_since IS NULL));
