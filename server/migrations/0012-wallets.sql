-- baseline: apps that use a user's balance as their wallet (NIP-47), and their requests.

CREATE TABLE wallet_connection (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- The app's key. Its secret key was shown once and is not stored.
  client_pubkey text NOT NULL CHECK (client_pubkey ~ '^[0-9a-f]{64}$'),
  -- Our key for this connection. Its secret key is derived from the installation's secret.
  wallet_pubkey text NOT NULL UNIQUE CHECK (wallet_pubkey ~ '^[0-9a-f]{64}$'),
  permissions text[] NOT NULL,
  -- For any seven days, including fees.
  weekly_budget_msat bigint CHECK (weekly_budget_msat >= 0),
  max_payment_msat bigint CHECK (max_payment_msat > 0),
  expires_at timestamptz,
  -- Seconds. The time of the last info event; relays store the newest.
  described_at bigint NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- The row stays, so that the app gets an error and payments keep their reason.
  deleted_at timestamptz,
  paused_at timestamptz
);
CREATE INDEX wallet_connection_of_user ON wallet_connection (user_id, created_at DESC) WHERE deleted_at IS NULL;

-- Inserted before the request is carried out, so that a repeated event is recognised.
CREATE TABLE wallet_request (
  event_id text PRIMARY KEY CHECK (event_id ~ '^[0-9a-f]{64}$'),
  connection_id uuid NOT NULL REFERENCES wallet_connection,
  -- The id of the payment or invoice it leads to, so that a second run repeats nothing.
  operation_id uuid NOT NULL UNIQUE,
  -- As received; null once it is answered or ignored.
  event jsonb,
  method text,
  -- taken: nothing was done yet. paying: money is reserved or sent, and its outcome decides the response. ignored: too late
  -- or invalid, so there is no response.
  state text NOT NULL CHECK (state IN ('taken', 'paying', 'answered', 'ignored')),
  amount_msat bigint CHECK (amount_msat > 0),
  -- What counts against the budget: while a payment is in progress, what is reserved for it.
  spent_msat bigint NOT NULL DEFAULT 0 CHECK (spent_msat >= 0),
  payment_hash text,
  description text,
  outcome text CHECK (outcome IN ('pending', 'settled', 'failed')),
  -- JSON as text: strings from strangers in it may contain what jsonb does not accept.
  answer text,
  runs integer NOT NULL DEFAULT 0,
  -- By the database's clock: until then one process works on it.
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  -- Of a payment without an invoice that was booked here, which no node stores.
  preimage text CHECK (preimage ~ '^[0-9a-f]{64}$'),
  CHECK ((state IN ('taken', 'paying')) = (event IS NOT NULL)),
  CHECK (state <> 'answered' OR answer IS NOT NULL)
);
CREATE INDEX wallet_request_open ON wallet_request (leased_until) WHERE state IN ('taken', 'paying');
CREATE INDEX wallet_request_of_connection ON wallet_request (connection_id, created_at DESC);
CREATE INDEX wallet_request_old ON wallet_request (created_at) WHERE amount_msat IS NULL;
CREATE INDEX wallet_request_keysend ON wallet_request (payment_hash) WHERE preimage IS NOT NULL;
