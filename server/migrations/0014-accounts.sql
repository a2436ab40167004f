-- How people set up their account, what is switched on for them, what the operator tells everybody, and how an account ends.

-- In which language and colours the interface appears; null: as the browser says.
ALTER TABLE person ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE person ADD COLUMN theme text CHECK (theme IN ('light', 'dark'));

-- What somebody was called before.
CREATE INDEX given_username_of_person ON given_username (person_id, given_at);

-- Who said in which country that this is their name. The address they came from is not kept.
CREATE TABLE user_verification (
  person_id uuid PRIMARY KEY REFERENCES person (id),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  verified_at timestamptz NOT NULL
);

CREATE TABLE person_feature (
  person_id uuid NOT NULL REFERENCES person (id),
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{0,49}$'),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, name)
);

CREATE TABLE announcement (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  content text NOT NULL CHECK (length(content) BETWEEN 1 AND 4000),
  link text CHECK (length(link) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX announcement_newest ON announcement (created_at DESC) WHERE removed_at IS NULL;

-- The account of a person who has left takes nothing more: what is for them goes to suspense. The rooms that pay look
-- before they post; this is for the one who looked a moment too early.
ALTER TABLE account ADD COLUMN closed_at timestamptz CHECK (closed_at IS NULL OR (kind = 'user' AND balance = 0));
CREATE FUNCTION refuse_closed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is closed', OLD.code USING ERRCODE = 'PL006';
END $$;
CREATE TRIGGER account_closed_takes_nothing BEFORE UPDATE OF balance ON account
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND NEW.balance <> OLD.balance) EXECUTE FUNCTION refuse_closed();
