-- Plays as they are reported, the figures made of them, and what each person earned: by source, by supporter, with messages.

-- Listeners are known by a hash that is salted anew each day; yesterday's salt is gone, and with it the way back.
CREATE TABLE play_salt (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (length(salt) = 32)
);

-- Whoever reports holds this row, so that two reports of one listener are judged after each other. Also one for the address
-- of visitors.
CREATE TABLE listener (
  key bytea PRIMARY KEY,
  day date NOT NULL,
  -- Up to here their time is taken by what they reported, by the server's clock; null: nothing yet.
  heard_to timestamptz
);
CREATE INDEX listener_day ON listener (day);

-- Plays that count. They go when a replay would be too old to be taken; the figures below stay.
CREATE TABLE play (
  play_id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  listener bytea NOT NULL,
  -- Null for who is signed in.
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

-- Days are days in UTC, those on which plays began.
CREATE TABLE play_day (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  content_id uuid NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (owner_id, day, content_id)
);
-- Whole months, by their first day: what a year of a large catalogue is summed up from.
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

-- All of what each person earned, cut in other ways than earning_day cuts it.
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
-- Who paid without a name stands under the nil id.
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

-- Payments from before. Those that were not told yet are counted when they are.
INSERT INTO earning_total SELECT user_id, content_id, sum(msat) FROM earning_day GROUP BY 1, 2;
INSERT INTO earning_month
SELECT user_id, date_trunc('month', day::timestamp)::date, content_id, sum(msat) FROM earning_day GROUP BY 1, 2, 3;
CREATE TEMPORARY TABLE earned ON COMMIT DROP AS
SELECT l.user_id, z.id AS payment_id, z.content_id, z.payer_id, z.comment, z.settled_at,
  (z.settled_at AT TIME ZONE 'UTC')::date AS day, l.role = 'time-split' AS is_timed, sum(l.amount_msat)::bigint AS msat
FROM zap z JOIN counted_earning c ON c.payment_id = z.id JOIN zap_leg l ON l.zap_id = z.id
WHERE l.user_id IS NOT NULL AND l.amount_msat > 0
GROUP BY 1, 2, 8;
INSERT INTO earning_source_day (user_id, day, source, msat)
SELECT user_id, day,
  CASE WHEN is_timed THEN 'time-split' WHEN payer_id IS NULL THEN 'wallet' ELSE 'balance' END, sum(msat)
FROM earned GROUP BY 1, 2, 3;
INSERT INTO supporter_day (user_id, day, supporter_id, msat, zaps)
SELECT user_id, day, coalesce(payer_id, '00000000-0000-0000-0000-000000000000'), sum(msat), count(DISTINCT payment_id)
FROM earned GROUP BY 1, 2, 3;
INSERT INTO supporter_month
SELECT user_id, date_trunc('month', day::timestamp)::date, supporter_id, sum(msat), sum(zaps)
FROM supporter_day GROUP BY 1, 2, 3;
INSERT INTO support_message (user_id, payment_id, content_id, supporter_id, msat, comment, settled_at)
SELECT user_id, payment_id, content_id, payer_id, sum(msat), comment, settled_at
FROM earned WHERE comment <> '' GROUP BY 1, 2, 3, 4, 6, 7;
DROP TABLE earned;
