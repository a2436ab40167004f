-- Nostr keys: which signed requests were used, and what the owners of keys say of themselves.
-- That a key is somebody's way to log in stands in `identity`, under the issuer nostr.

-- A signed request works once, whichever process gets it. Rows are forgotten when the request would be refused as too old.
CREATE TABLE nostr_auth_event (
  id bytea PRIMARY KEY CHECK (length(id) = 32),
  created_at timestamptz NOT NULL
);
CREATE INDEX nostr_auth_event_age ON nostr_auth_event (created_at);

-- The newest profile event that the owner of a key has given us, and what is shown of it. It goes when the key is no
-- longer somebody's way to log in.
CREATE TABLE nostr_profile (
  pubkey text PRIMARY KEY CHECK (pubkey ~ '^[0-9a-f]{64}$'),
  issuer text NOT NULL DEFAULT 'nostr' CHECK (issuer = 'nostr'),
  event_id text NOT NULL CHECK (event_id ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz NOT NULL,
  metadata jsonb NOT NULL,
  stored_at timestamptz NOT NULL,
  FOREIGN KEY (issuer, pubkey) REFERENCES identity (issuer, subject) ON DELETE CASCADE
);
