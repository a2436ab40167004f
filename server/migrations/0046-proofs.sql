-- Proof for money and credentials: one-time grants, how old each factor is, and the owner's own hold.

-- Only the hash of a grant is stored. It is valid for one action with exactly this amount and destination.
CREATE TABLE proof_grant (
  token_hash bytea PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  action text NOT NULL,
  amount_msat bigint CHECK (amount_msat > 0),
  destination text CHECK (length(destination) <= 500),
  -- What it was given for: password, passkey, nostr, ...
  method text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX proof_grant_expiry ON proof_grant (expires_at);
CREATE INDEX proof_grant_person ON proof_grant (person_id);

-- When a way to log in was added, or its password was reset by mail. Null: it is as old as the account.
ALTER TABLE identity ADD COLUMN changed_at timestamptz;

ALTER TABLE person
  -- The last change of a password, an e-mail address or any other factor. Null: none since the account was made.
  ADD COLUMN credentials_changed_at timestamptz,
  -- Since when a code mailed to the address counts as proof. Null: since the account was made.
  ADD COLUMN mail_counts_since timestamptz,
  -- The owner holds all outgoing money; apart from an operator's hold (is_locked).
  ADD COLUMN held_by_owner_at timestamptz;

ALTER TABLE login_challenge DROP CONSTRAINT login_challenge_purpose_check;
ALTER TABLE login_challenge ADD CONSTRAINT login_challenge_purpose_check
  CHECK (purpose IN ('second-factor', 'passkey-login', 'passkey-register', 'passkey-proof', 'mail-proof'));

-- The log-in elsewhere is asked for again, as a proof; it adds no identity and opens no session.
ALTER TABLE outside_attempt ADD COLUMN is_proof boolean NOT NULL DEFAULT FALSE;
