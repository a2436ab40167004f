-- Nostr keys that are kept away: by an owner from the pages of their content, by this server from all of them and its relay.

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
