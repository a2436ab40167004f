-- baseline: users: names, settings and region.

CREATE TABLE person (
  id uuid PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z0-9_-]{3,30}$'),
  -- True until the user has chosen a name.
  username_is_generated boolean NOT NULL DEFAULT false,
  display_name text CHECK (length(display_name) BETWEEN 1 AND 255),
  -- The e-mail address of the account. With a password, it is also the log-in name.
  email text CHECK (email = lower(email) AND length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  -- argon2id, as a PHC string. Null: the user logs in by other methods only.
  password_hash text,
  amp_msat bigint NOT NULL DEFAULT 1000000 CHECK (amp_msat BETWEEN 1000 AND 100000000),
  artwork_key text,
  lightning_address text,
  -- True while a row of account_hold is open.
  is_locked boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  region_verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- Language and colours of the interface. Null: the browser's choice.
  language text CHECK (language ~ '^[a-z]{2}$'),
  theme text CHECK (theme IN ('light', 'dark')),
  -- The last change of a password, an e-mail address or any other factor. Null: none since the account was made.
  credentials_changed_at timestamptz,
  -- Since when a code mailed to the address counts as proof. Null: since the account was made.
  mail_counts_since timestamptz,
  -- The owner holds all outgoing payments. Independent of an operator's hold (is_locked).
  held_by_owner_at timestamptz,
  CHECK (email IS NOT NULL OR NOT email_verified),
  CHECK (email IS NOT NULL OR password_hash IS NULL)
);
-- An address logs in to one account. Accounts without a password may share theirs, because no user is found by it.
CREATE UNIQUE INDEX person_login_email ON person (email) WHERE password_hash IS NOT NULL;

-- Every name that was ever taken, by its skeleton (the name with look-alike characters folded). Rows are never deleted, so a
-- name that was given up goes to nobody else. No foreign key: the name is taken before the user's row is inserted.
CREATE TABLE given_username (
  skeleton text PRIMARY KEY,
  username text NOT NULL,
  user_id uuid NOT NULL,
  given_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX given_username_of_person ON given_username (user_id, given_at);

-- What a user stated as name and country. The IP address is not stored.
CREATE TABLE user_verification (
  user_id uuid PRIMARY KEY REFERENCES person (id),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  verified_at timestamptz NOT NULL
);

-- Features that are switched on for a user.
CREATE TABLE person_feature (
  user_id uuid NOT NULL REFERENCES person (id),
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{0,49}$'),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, name)
);
