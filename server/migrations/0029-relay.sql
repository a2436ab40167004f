-- The product's own relay (NIP-01): events of the kinds this product uses, as their authors have signed them.

CREATE TABLE nostr_event (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
  pubkey text NOT NULL,
  kind integer NOT NULL,
  created_at bigint NOT NULL,
  -- Of kinds of which an author has one: '' or, of addressable ones, their d tag.
  slot text,
  -- The event as it is sent.
  body text NOT NULL,
  -- Seconds; not shown from then on.
  expires_at bigint,
  search tsvector,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX nostr_event_slot ON nostr_event (pubkey, kind, slot) WHERE slot IS NOT NULL;
CREATE INDEX nostr_event_newest ON nostr_event (created_at DESC, id);
CREATE INDEX nostr_event_of_kind ON nostr_event (kind, created_at DESC, id);
CREATE INDEX nostr_event_of_author ON nostr_event (pubkey, created_at DESC, id);
CREATE INDEX nostr_event_expiry ON nostr_event (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX nostr_event_stored ON nostr_event (stored_at);
CREATE INDEX nostr_event_search ON nostr_event USING gin (search) WHERE search IS NOT NULL;

-- Tags of one letter, by which events are asked for.
CREATE TABLE nostr_tag (
  name text NOT NULL,
  value text NOT NULL,
  created_at bigint NOT NULL,
  event_id text NOT NULL,
  PRIMARY KEY (name, value, created_at, event_id)
);
CREATE INDEX nostr_tag_of_event ON nostr_tag (event_id);

-- Whoever writes events of an author holds this row, so that an event and its deletion cannot pass each other. And how many
-- there are.
CREATE TABLE nostr_author (
  pubkey text PRIMARY KEY,
  event_count integer NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
