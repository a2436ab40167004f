-- expand: users subscribe to podcast feeds of other servers

CREATE TABLE foreign_feed (
  id uuid PRIMARY KEY,
  url text NOT NULL UNIQUE,
  -- podcast:guid. Not verified: another feed may claim the same.
  guid text,
  title text NOT NULL,
  author text,
  description text,
  link_url text,
  medium text NOT NULL,
  -- Of the image as it is stored here, and its address there.
  image_key text,
  image_url text,
  -- The podcast:value block of the channel.
  value jsonb,
  etag text,
  last_modified text,
  -- SHA-256 of the file that was read last.
  body_hash bytea,
  next_fetch_at timestamptz NOT NULL,
  fetched_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  -- Why it could not be read the last time: a code.
  problem text,
  created_at timestamptz NOT NULL
);
CREATE INDEX foreign_feed_due ON foreign_feed (next_fetch_at);
CREATE INDEX foreign_feed_guid ON foreign_feed (guid);

CREATE TABLE foreign_item (
  id uuid PRIMARY KEY,
  feed_id uuid NOT NULL REFERENCES foreign_feed (id),
  guid text NOT NULL,
  -- In the feed. Null: no longer in it.
  position integer,
  title text NOT NULL,
  description text,
  link_url text,
  published_at timestamptz,
  duration_seconds integer,
  audio_url text NOT NULL,
  value jsonb,
  UNIQUE (feed_id, guid)
);
CREATE INDEX foreign_item_listed ON foreign_item (feed_id, position) WHERE position IS NOT NULL;

-- The items of other feeds that a playlist lists.
CREATE TABLE foreign_reference (
  feed_id uuid NOT NULL REFERENCES foreign_feed (id),
  position integer NOT NULL,
  target_id uuid NOT NULL REFERENCES foreign_feed (id),
  item_guid text NOT NULL,
  PRIMARY KEY (feed_id, position)
);
CREATE INDEX foreign_reference_target ON foreign_reference (target_id);

CREATE TABLE foreign_subscription (
  user_id uuid NOT NULL,
  feed_id uuid NOT NULL REFERENCES foreign_feed (id),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, feed_id)
);
CREATE INDEX foreign_subscription_feed ON foreign_subscription (feed_id);
