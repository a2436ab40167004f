-- baseline: identity: methods to log in, sessions, second factors, passkeys, codes and proofs.
-- No row holds a usable token: what a user or a browser keeps is stored hashed or sealed.

-- Which account of which provider belongs to which user. A user may have several. Of a password, the subject is the
-- user's id.
CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES person (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Names the identity in requests that remove it.
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- When it was added, or its password was reset by mail. Null: it is as old as the account.
  changed_at timestamptz,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_person ON identity (user_id);

-- Codes of mailed links. Deleted when used.
CREATE TABLE email_code (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- For the purpose `change` the new address.
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  purpose text NOT NULL DEFAULT 'verify' CHECK (purpose IN ('verify', 'change', 'reset'))
);
CREATE INDEX email_code_user ON email_code (user_id);
CREATE INDEX email_code_expiry ON email_code (expires_at);

-- Codes mailed to the address of an account after many wrong passwords. A log-in on a new device then needs one besides the
-- password. Deleted when used.
CREATE TABLE login_code (
  -- Keyed with a secret that is not in the database.
  code_hash bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  user_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- Codes that were entered while this one was valid.
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_code_user ON login_code (user_id);
CREATE INDEX login_code_expiry ON login_code (expires_at);

-- Devices that logged in with the right password before. Failed log-ins of strangers do not lock these devices out.
CREATE TABLE known_device (
  user_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);

-- What an external provider last said about an account. No user is ever found by this e-mail address.
CREATE TABLE outside_identity (
  issuer text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  email text CHECK (email = lower(email) AND length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  display_name text CHECK (length(display_name) BETWEEN 1 AND 255),
  picture_url text CHECK (length(picture_url) <= 2000),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Entered by the user and confirmed by a mailed code. It counts while the provider has confirmed no address, and a later
  -- log-in does not clear it.
  given_email text CHECK (given_email = lower(given_email) AND length(given_email) <= 254),
  PRIMARY KEY (issuer, subject),
  CHECK (email IS NOT NULL OR NOT email_verified)
);

-- Browsers that were sent to an external provider. Only the browser has the verifier. Deleted when used.
CREATE TABLE outside_attempt (
  verifier_hash bytea PRIMARY KEY,
  state_hash bytea NOT NULL UNIQUE,
  provider text NOT NULL,
  redirect_uri text NOT NULL,
  -- The user who adds a method to log in. Null: a log-in.
  user_id uuid REFERENCES person (id) ON DELETE CASCADE,
  -- Apple sends the name beside the code, and only the first time.
  display_name text CHECK (length(display_name) BETWEEN 1 AND 255),
  expires_at timestamptz NOT NULL,
  -- The log-in serves as a proof only: it adds no identity and opens no session.
  is_proof boolean NOT NULL DEFAULT FALSE
);
CREATE INDEX outside_attempt_expiry ON outside_attempt (expires_at);

-- The last discovery document of each issuer, for when the issuer is unreachable.
CREATE TABLE outside_discovery (
  issuer text PRIMARY KEY,
  metadata jsonb NOT NULL,
  read_at timestamptz NOT NULL
);

-- Log-ins that wait for an e-mail address because their provider gave none. Deleted when completed.
CREATE TABLE email_request (
  id_hash bytea PRIMARY KEY CHECK (length(id_hash) = 32),
  issuer text NOT NULL,
  subject text NOT NULL,
  -- The address of the last mail. Null until an address is entered.
  email text,
  code_hash bytea,
  mails integer NOT NULL DEFAULT 0,
  -- Wrong codes for the last mail.
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  CHECK ((email IS NULL) = (code_hash IS NULL))
);
CREATE INDEX email_request_expiry ON email_request (expires_at);

-- Custom tokens that were used, until they expire.
CREATE TABLE used_token (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_token_expiry ON used_token (expires_at);

-- A signed nostr request works once, whichever process receives it. Rows are deleted when the request would be refused as too
-- old anyway.
CREATE TABLE nostr_auth_event (
  id bytea PRIMARY KEY CHECK (length(id) = 32),
  created_at timestamptz NOT NULL
);
CREATE INDEX nostr_auth_event_age ON nostr_auth_event (created_at);

-- `issuer` and `subject` name a row of identity, which has the user.
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
  -- When the user last proved who they are. A session counts as recent for a while after that.
  authenticated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_session_identity ON login_session (issuer, subject, last_seen_at DESC);
CREATE INDEX login_session_expiry ON login_session (expires_at);

-- Deleted after 90 days.
CREATE TABLE login_event (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES person (id),
  method text NOT NULL,
  result text NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX login_event_person ON login_event (user_id, at DESC);
CREATE INDEX login_event_age ON login_event (at);

-- A log-in or a passkey ceremony that waits for its next step. Deleted when used.
CREATE TABLE login_challenge (
  id_hash bytea PRIMARY KEY,
  purpose text NOT NULL
    CHECK (purpose IN ('second-factor', 'passkey-login', 'passkey-register', 'passkey-proof', 'mail-proof')),
  user_id uuid REFERENCES person (id),
  issuer text,
  subject text,
  -- What the authenticator has to sign.
  challenge text,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_challenge_expiry ON login_challenge (expires_at);

CREATE TABLE second_factor (
  user_id uuid PRIMARY KEY REFERENCES person (id),
  -- Sealed with a key made from the installation's secret.
  secret bytea NOT NULL,
  -- The 30-second step of the last code that was used: a code works once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz
);

-- Deleted when used.
CREATE TABLE backup_code (
  user_id uuid NOT NULL REFERENCES person (id),
  -- Keyed, because ten characters can be guessed from a plain hash.
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES person (id),
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports jsonb NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_person ON passkey (user_id);

-- A one-time grant: valid for one action with exactly this amount and destination.
CREATE TABLE proof_grant (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  action text NOT NULL,
  amount_msat bigint CHECK (amount_msat > 0),
  destination text CHECK (length(destination) <= 500),
  -- What it was granted for: password, passkey, nostr, …
  method text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX proof_grant_expiry ON proof_grant (expires_at);
CREATE INDEX proof_grant_person ON proof_grant (user_id);

-- After a password reset, a removed factor or "log out everywhere": what the user is asked to keep or remove.
CREATE TABLE credential_review (
  user_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('connection', 'passkey', 'identity')),
  item_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, item_id)
);
