-- The people of this server, how they are called, and how they prove who they are.
-- Tables named identity_* belong to the embedded identity provider; nothing outside server/identity reads them.

CREATE TABLE person (
  id uuid PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z0-9_-]{3,30}$'),
  -- True until the person has chosen a name.
  username_is_generated boolean NOT NULL DEFAULT false,
  display_name text CHECK (length(display_name) BETWEEN 1 AND 255),
  -- What the identity provider said last: a copy, so that rules about money need no other table.
  email text CHECK (email = lower(email) AND length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  amp_msat bigint NOT NULL DEFAULT 1000000 CHECK (amp_msat BETWEEN 1000 AND 100000000),
  artwork_key text,
  lightning_address text,
  is_locked boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  region_verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (email IS NOT NULL OR NOT email_verified)
);

-- Every name that was ever given, under its skeleton (the name with look-alikes folded). Rows stay when a name is
-- given up, so it is never given to anybody else; without a foreign key, because it is taken before the person is made.
CREATE TABLE given_username (
  skeleton text PRIMARY KEY,
  username text NOT NULL,
  person_id uuid NOT NULL,
  given_at timestamptz NOT NULL DEFAULT now()
);

-- Who at which provider is which person here. One person may have several.
CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id uuid NOT NULL REFERENCES person (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_person ON identity (person_id);

CREATE TABLE identity_user (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- `token` is not usable as it stands here: a bearer token carries a signature beside it.
CREATE TABLE identity_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity_user (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX identity_session_user ON identity_session (user_id, created_at);
CREATE INDEX identity_session_expiry ON identity_session (expires_at);

CREATE TABLE identity_account (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity_user (id) ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX identity_account_user ON identity_account (user_id);

CREATE TABLE identity_verification (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX identity_verification_identifier ON identity_verification (identifier);

-- Codes of mailed links, hashed. Deleted when used.
CREATE TABLE identity_email_code (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity_user (id) ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX identity_email_code_user ON identity_email_code (user_id);
CREATE INDEX identity_email_code_expiry ON identity_email_code (expires_at);
