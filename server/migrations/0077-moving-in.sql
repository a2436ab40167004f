-- expand: artists and podcasters bring their past from the feed of another host

-- The guid of an item in the feed that it was brought from. Items without a row have their id.
CREATE TABLE item_identity (
  content_id uuid PRIMARY KEY,
  guid text NOT NULL
);

CREATE TABLE feed_import (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  url text NOT NULL,
  -- The podcast or album that is made of it.
  content_id uuid NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('podcast', 'album')),
  title text NOT NULL,
  -- How it was shown that the feed is the user's.
  proof text NOT NULL CHECK (proof IN ('txt', 'email')),
  -- The podcast:value block of the channel.
  value jsonb,
  -- What of the channel could not be brought: codes.
  problems text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, url)
);

CREATE TABLE feed_import_item (
  id uuid PRIMARY KEY,
  import_id uuid NOT NULL REFERENCES feed_import (id) ON DELETE CASCADE,
  guid text NOT NULL,
  -- The place of the episode or track, the oldest first.
  position integer NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'fetching', 'processing', 'done', 'failed', 'left-out')),
  -- Why it failed or was left out: a code.
  reason text,
  -- What of it could not be brought: codes.
  problems text[] NOT NULL DEFAULT '{}',
  -- As the feed has it. Null for what was left out.
  item jsonb,
  content_id uuid,
  asset_id uuid,
  -- Of its audio. Attempts that add to it do not count.
  bytes_done bigint NOT NULL DEFAULT 0,
  etag text,
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  leased_until timestamptz,
  UNIQUE (import_id, guid)
);
CREATE INDEX feed_import_item_open ON feed_import_item (import_id, position) WHERE state IN ('waiting', 'fetching');
CREATE INDEX feed_import_item_asset ON feed_import_item (asset_id) WHERE state = 'processing';

-- Mailed to the address in a feed, to show that the feed is the user's.
CREATE TABLE feed_proof_code (
  user_id uuid NOT NULL,
  url text NOT NULL,
  code_hash bytea NOT NULL,
  email text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, url)
);
