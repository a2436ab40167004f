-- Sessions of every way to log in, the second step, passkeys, and the log of log-ins.
-- Nothing in these tables is a token: what a person or a browser holds stands here hashed or sealed.

-- `issuer` and `subject` name an identity as in table identity; the person is found there.
CREATE TABLE login_session (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  issuer text NOT NULL,
  subject text NOT NULL,
  method text NOT NULL,
  second_factor boolean NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- When the person last proved who they are; a session is fresh for a while after.
  authenticated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_session_identity ON login_session (issuer, subject, last_seen_at DESC);
CREATE INDEX login_session_expiry ON login_session (expires_at);

-- Kept for 90 days.
CREATE TABLE login_event (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id),
  method text NOT NULL,
  result text NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX login_event_person ON login_event (person_id, at DESC);
CREATE INDEX login_event_age ON login_event (at);

-- A log-in or a ceremony that waits for its next step. Deleted when used.
CREATE TABLE login_challenge (
  id_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('second-factor', 'passkey-login', 'passkey-register')),
  person_id uuid REFERENCES person (id),
  issuer text,
  subject text,
  -- What the authenticator has to sign.
  challenge text,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_challenge_expiry ON login_challenge (expires_at);

-- `secret` is sealed with a key made from the installation's secret. `last_step` is the 30 seconds whose code was used
-- last: a code never works twice.
CREATE TABLE second_factor (
  person_id uuid PRIMARY KEY REFERENCES person (id),
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
-- Hashed with a key of the same kind, since ten letters can be guessed from a plain hash. Deleted when used.
CREATE TABLE backup_code (
  person_id uuid NOT NULL REFERENCES person (id),
  code_hash bytea NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id),
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports jsonb NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_person ON passkey (person_id);

-- Devices that logged in with the right password before: strangers' failures do not keep them out.
CREATE TABLE known_device (
  user_id uuid NOT NULL REFERENCES identity_user (id) ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);

-- What a mailed code is for; of a change, `email` is the new address.
ALTER TABLE identity_email_code
  ADD COLUMN purpose text NOT NULL DEFAULT 'verify' CHECK (purpose IN ('verify', 'change', 'reset'));

-- Sessions are ours from here on; everybody logs in once more.
DELETE FROM identity_session;
