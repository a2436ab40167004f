-- expand: podcasts can announce the address of their feed on another host

ALTER TABLE podcast
  ADD COLUMN new_feed_url text,
  -- When the address was set: the feed announces it for four weeks, and then redirects there.
  ADD COLUMN new_feed_since timestamptz,
  ADD CHECK ((new_feed_url IS NULL) = (new_feed_since IS NULL));
