-- baseline: nostr: this server's key and zap receipts, profiles of users, blocked keys, and the events of its relay.

-- One row: the key this server signs with. The secret key is sealed with the installation's secret.
CREATE TABLE platform_key (
  pubkey text PRIMARY KEY CHECK (pubkey ~ '^[0-9a-f]{64}$'),
  sealed_secret_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  only_row boolean NOT NULL DEFAULT TRUE UNIQUE CHECK (only_row)
);

-- One receipt for each payment, for ever, however often the payment is notified.
CREATE TABLE zap_receipt (
  payment_id uuid PRIMARY KEY,
  event_id text NOT NULL UNIQUE CHECK (event_id ~ '^[0-9a-f]{64}$'),
  event jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

-- The newest profile event that the owner of a key has given us. Deleted when the key is no longer a method to log in.
CREATE TABLE nostr_profile (
  pubkey text PRIMARY KEY CHECK (pubkey ~ '^[0-9a-f]{64}$'),
  issuer text NOT NULL DEFAULT 'nostr' CHECK (issuer = 'nostr'),
  event_id text NOT NULL CHECK (event_id ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz NOT NULL,
  metadata jsonb NOT NULL,
  stored_at timestamptz NOT NULL,
  FOREIGN KEY (issuer, pubkey) REFERENCES identity (issuer, subject) ON DELETE CASCADE
);

-- Blocked by an owner on the pages of their content, or by an operator on all pages and the relay.
CREATE TABLE blocked_nostr_key (
  -- Null: the whole server.
  owner_id uuid,
  pubkey text NOT NULL CHECK (pubkey ~ '^[0-9a-f]{64}$'),
  -- An operator's.
  reason text,
  created_at timestamptz NOT NULL,
  CONSTRAINT blocked_nostr_key_once UNIQUE NULLS NOT DISTINCT (owner_id, pubkey),
  CHECK ((owner_id IS NULL) = (reason IS NOT NULL))
);

-- Events of the product's own relay (NIP-01), as their authors signed them.
CREATE TABLE nostr_event (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
  pubkey text NOT NULL,
  kind integer NOT NULL,
  created_at bigint NOT NULL,
  -- For replaceable events '', for addressable events the d tag.
  slot text,
  -- The event as it is sent.
  body text NOT NULL,
  -- Seconds. Not shown from then on.
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

-- Tags with a name of one letter, which filters can contain.
CREATE TABLE nostr_tag (
  name text NOT NULL,
  value text NOT NULL,
  created_at bigint NOT NULL,
  event_id text NOT NULL,
  PRIMARY KEY (name, value, created_at, event_id)
);
CREATE INDEX nostr_tag_of_event ON nostr_tag (event_id);

-- Locked by a writer of the author's events, so that an event and its deletion cannot pass each other.
CREATE TABLE nostr_author (
  pubkey text PRIMARY KEY,
  event_count integer NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
