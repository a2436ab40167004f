-- expand: promos: budgets that pay listeners per minute, their fundings, rewards and limits.

CREATE TABLE promo (
  id uuid PRIMARY KEY,
  -- Whoever owns the track later, a promo belongs to its funder.
  funder_id uuid NOT NULL,
  content_id uuid NOT NULL,
  content_title text NOT NULL,
  -- For a minute.
  payout_msat bigint NOT NULL CHECK (payout_msat BETWEEN 1000 AND 100000),
  -- What was paid in without fees, what rewards took, and what the funder got back. The account promo:<id> has the difference.
  budget_msat bigint NOT NULL DEFAULT 0 CHECK (budget_msat >= 0),
  rewarded_msat bigint NOT NULL DEFAULT 0 CHECK (rewarded_msat >= 0),
  returned_msat bigint NOT NULL DEFAULT 0 CHECK (returned_msat >= 0),
  reward_count integer NOT NULL DEFAULT 0,
  listener_count integer NOT NULL DEFAULT 0,
  -- False: paused by its funder.
  is_active boolean NOT NULL DEFAULT TRUE,
  -- Held by an operator.
  held_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  is_open boolean NOT NULL GENERATED ALWAYS AS (budget_msat > 0 AND ended_at IS NULL) STORED,
  -- Its track must be public, too.
  is_paying boolean NOT NULL
    GENERATED ALWAYS AS (budget_msat > 0 AND ended_at IS NULL AND held_at IS NULL AND is_active) STORED,
  CONSTRAINT promo_rest CHECK (budget_msat >= rewarded_msat + returned_msat)
);
CREATE UNIQUE INDEX promo_of_content ON promo (content_id) WHERE is_open;
CREATE INDEX promo_of_funder ON promo (funder_id, created_at DESC);
CREATE INDEX promo_paying ON promo (payout_msat DESC, id) WHERE is_paying;

-- Has the id of its payment. Budget and fee are those that were wanted, until it is paid.
CREATE TABLE promo_funding (
  id uuid PRIMARY KEY,
  promo_id uuid NOT NULL,
  budget_msat bigint NOT NULL CHECK (budget_msat > 0),
  fee_msat bigint NOT NULL CHECK (fee_msat >= 0),
  created_at timestamptz NOT NULL,
  paid_at timestamptz
);
CREATE INDEX promo_funding_of_promo ON promo_funding (promo_id);

-- A minute that was paid. Has the id of its nonce. It ends once: `paid` at once, or `matured` or `reversed` after `maturing`.
CREATE TABLE promo_reward (
  id uuid PRIMARY KEY,
  promo_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- In UTC.
  day date NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  state text NOT NULL CHECK (state IN ('paid', 'maturing', 'matured', 'reversed')),
  -- Keyed hashes of the listener's network, and of the IPv6 /48 that it is in, for 48 hours.
  network_hash bytea,
  site_hash bytea,
  -- A reversed reward went to the promo's funder, because the promo had ended.
  is_returned boolean NOT NULL DEFAULT FALSE,
  matures_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (state = 'paid' OR matures_at IS NOT NULL)
);
CREATE INDEX promo_reward_of_day ON promo_reward (user_id, day);
CREATE INDEX promo_reward_of_promo ON promo_reward (promo_id, user_id);
CREATE INDEX promo_reward_maturing ON promo_reward (matures_at) WHERE state = 'maturing';
CREATE INDEX promo_reward_unmatured ON promo_reward (user_id) WHERE state = 'maturing';
CREATE INDEX promo_reward_network ON promo_reward (created_at) WHERE network_hash IS NOT NULL;

-- What a user earned on a day (UTC). Has the id of the payment of the Top Up line.
CREATE TABLE promo_day (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  day date NOT NULL,
  UNIQUE (user_id, day)
);

-- Of a user who earns, or has begun a minute: the nonce that is dealt, and what the limits need.
CREATE TABLE promo_listener (
  user_id uuid PRIMARY KEY,
  nonce uuid,
  promo_id uuid,
  -- When the nonce was dealt, and the position in the track then.
  dealt_at timestamptz,
  position_seconds double precision,
  rewarded_at timestamptz,
  -- Days on which the user has earned, the last one of them included.
  earning_days integer NOT NULL DEFAULT 0,
  last_day date,
  -- Earns nothing, and nothing matures: `network` automatically, `operator` at /admin/promos.
  held_at timestamptz,
  held_by text CHECK (held_by IN ('network', 'operator')),
  -- An operator released it, so it is not held automatically again.
  released_at timestamptz,
  CHECK ((held_at IS NULL) = (held_by IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX promo_listener_held ON promo_listener (held_at) WHERE held_at IS NOT NULL;

-- What has been given on a day (UTC) in a scope of rule 23, such as to a listener or in a network. Deleted after 48 hours.
CREATE TABLE promo_count (
  scope text NOT NULL,
  day date NOT NULL,
  amount_msat bigint NOT NULL,
  reward_count integer NOT NULL,
  PRIMARY KEY (scope, day)
) WITH (fillfactor = 70);
CREATE INDEX promo_count_day ON promo_count (day);

-- Audio that this server sent to a network, for players that do not answer nonces. Deleted after 48 hours.
CREATE TABLE promo_delivery (
  network_hash bytea NOT NULL,
  content_id uuid NOT NULL,
  day date NOT NULL,
  started_at timestamptz NOT NULL,
  delivered_ms bigint NOT NULL,
  rewarded_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (network_hash, content_id, day)
);
CREATE INDEX promo_delivery_day ON promo_delivery (day);
