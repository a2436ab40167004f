-- After a password reset, a removed factor or "log out everywhere": what is to be kept or removed, one by one.

ALTER TABLE wallet_connection ADD COLUMN paused_at timestamptz;

CREATE TABLE credential_review (
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('connection', 'passkey', 'identity')),
  item_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, kind, item_id)
);
