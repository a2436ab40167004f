-- baseline: plays and statistics: reported plays, how often content was played, and what each user earned.

-- Listeners are known by a hash with a salt of the day. The salt is deleted the day after, and nothing leads back then.
CREATE TABLE play_salt (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (length(salt) = 32)
);

-- Locked while a report is judged, so that two reports of one listener are judged one after another. Visitors have a second
-- row for their address.
CREATE TABLE listener (
  key bytea PRIMARY KEY,
  day date NOT NULL,
  -- Up to here their time is used by reported plays, by the server's clock. Null: none yet.
  heard_to timestamptz
);
CREATE INDEX listener_day ON listener (day);

-- Plays that count. Deleted when a repeated report would be refused as too old; the figures below stay.
CREATE TABLE play (
  play_id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  listener bytea NOT NULL,
  -- Null for users who are logged in.
  address bytea,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  arrived_at timestamptz NOT NULL,
  agent text NOT NULL,
  source text NOT NULL,
  is_rolled_up boolean NOT NULL DEFAULT false
);
CREATE INDEX play_of_listener ON play (listener, ended_at);
CREATE INDEX play_from_address ON play (address, arrived_at) WHERE address IS NOT NULL;
CREATE INDEX play_age ON play (arrived_at);
CREATE INDEX play_waiting ON play (arrived_at) WHERE NOT is_rolled_up;

-- Days are UTC days on which plays began.
CREATE TABLE play_day (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  content_id uuid NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (owner_id, day, content_id)
);
-- Whole months, by their first day: the source for a year of a large catalogue.
CREATE TABLE play_month (
  owner_id uuid NOT NULL,
  month date NOT NULL,
  content_id uuid NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (owner_id, month, content_id)
);
CREATE TABLE play_agent_day (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  agent text NOT NULL,
  source text NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (owner_id, day, agent, source)
);
CREATE TABLE play_total (
  content_id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  plays bigint NOT NULL CHECK (plays > 0)
);
CREATE INDEX play_total_owner ON play_total (owner_id) INCLUDE (content_id, plays);

-- What each user earned on a UTC day from each content: their own share after the platform's fee. Counted from settled
-- payments, and never read as money: only the ledger is that.
CREATE TABLE counted_earning (
  payment_id uuid PRIMARY KEY
);
CREATE TABLE earning_day (
  user_id uuid NOT NULL,
  day date NOT NULL,
  content_id uuid NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  PRIMARY KEY (user_id, day, content_id)
);
-- The same earnings, grouped in other ways.
CREATE TABLE earning_total (
  user_id uuid NOT NULL,
  content_id uuid NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  PRIMARY KEY (user_id, content_id)
);
CREATE TABLE earning_month (
  user_id uuid NOT NULL,
  month date NOT NULL,
  content_id uuid NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  PRIMARY KEY (user_id, month, content_id)
);
CREATE TABLE earning_source_day (
  user_id uuid NOT NULL,
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('balance', 'wallet', 'time-split')),
  msat bigint NOT NULL CHECK (msat > 0),
  PRIMARY KEY (user_id, day, source)
);
-- All anonymous payers together have the nil id.
CREATE TABLE supporter_day (
  user_id uuid NOT NULL,
  day date NOT NULL,
  supporter_id uuid NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  zaps integer NOT NULL CHECK (zaps > 0),
  PRIMARY KEY (user_id, day, supporter_id)
);
CREATE TABLE supporter_month (
  user_id uuid NOT NULL,
  month date NOT NULL,
  supporter_id uuid NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  zaps integer NOT NULL CHECK (zaps > 0),
  PRIMARY KEY (user_id, month, supporter_id)
);
CREATE TABLE support_message (
  user_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  supporter_id uuid,
  msat bigint NOT NULL CHECK (msat > 0),
  comment text NOT NULL,
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, payment_id)
);
CREATE INDEX support_message_newest ON support_message (user_id, settled_at DESC, payment_id DESC);

-- What was paid to the content of each owner, and how it was divided: the platform's fee, the shares of others and the
-- owner's own share.
CREATE TABLE income_day (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  -- The content that was paid.
  content_id uuid NOT NULL,
  gross_msat bigint NOT NULL CHECK (gross_msat > 0),
  fee_msat bigint NOT NULL CHECK (fee_msat >= 0),
  others_msat bigint NOT NULL CHECK (others_msat >= 0),
  own_msat bigint NOT NULL CHECK (own_msat >= 0),
  PRIMARY KEY (owner_id, day, content_id),
  CHECK (gross_msat = fee_msat + others_msat + own_msat)
);
