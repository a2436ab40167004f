-- Logging in through somebody else: what they said of a person, log-ins under way, and what may be used once only.

-- What a way to log in is called where it is taken away again.
ALTER TABLE identity ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;

-- What the provider said last. The address is theirs to know: no account is ever found by it.
CREATE TABLE outside_identity (
  issuer text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  email text CHECK (email = lower(email) AND length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  display_name text CHECK (length(display_name) BETWEEN 1 AND 255),
  picture_url text CHECK (length(picture_url) <= 2000),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  CHECK (email IS NOT NULL OR NOT email_verified)
);

-- Browsers that were sent to a provider. The verifier itself is in the browser alone; a row is deleted when it is used.
CREATE TABLE outside_attempt (
  verifier_hash bytea PRIMARY KEY,
  state_hash bytea NOT NULL UNIQUE,
  provider text NOT NULL,
  redirect_uri text NOT NULL,
  -- Who adds a way to log in; null: somebody logs in.
  person_id uuid REFERENCES person (id) ON DELETE CASCADE,
  -- Apple tells the name beside the code, the first time only.
  display_name text CHECK (length(display_name) BETWEEN 1 AND 255),
  expires_at timestamptz NOT NULL
);
CREATE INDEX outside_attempt_expiry ON outside_attempt (expires_at);

-- How each issuer described itself last, for the times it cannot be asked.
CREATE TABLE outside_discovery (
  issuer text PRIMARY KEY,
  metadata jsonb NOT NULL,
  read_at timestamptz NOT NULL
);

-- Custom tokens that were used, until they have run out anyway.
CREATE TABLE used_token (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_token_expiry ON used_token (expires_at);
