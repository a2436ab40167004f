-- expand: boosts pay the value block of a foreign feed, each recipient by itself

CREATE TABLE boost (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- What was paid for: an item of a foreign feed.
  item_id uuid NOT NULL,
  title text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  message text,
  -- A proof was given for all payments of this boost.
  is_proven boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX boost_user ON boost (user_id, created_at);

CREATE TABLE boost_leg (
  boost_id uuid NOT NULL REFERENCES boost (id),
  position integer NOT NULL,
  name text,
  address text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat >= 0),
  -- The id of the payment follows from boost, position and attempt.
  attempt integer NOT NULL DEFAULT 0,
  -- Why nothing was reserved in this attempt: a code.
  failure text,
  PRIMARY KEY (boost_id, position)
);
