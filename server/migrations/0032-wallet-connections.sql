-- Other apps that use a person's balance as their wallet (NIP-47), and what each of them has asked for.

CREATE TABLE wallet_connection (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- The app's key. Its secret was shown once and is nowhere.
  client_pubkey text NOT NULL CHECK (client_pubkey ~ '^[0-9a-f]{64}$'),
  -- Ours for this connection; its secret is reckoned from the installation's.
  wallet_pubkey text NOT NULL UNIQUE CHECK (wallet_pubkey ~ '^[0-9a-f]{64}$'),
  permissions text[] NOT NULL,
  -- Of any seven days, fees included.
  weekly_budget_msat bigint CHECK (weekly_budget_msat >= 0),
  max_payment_msat bigint CHECK (max_payment_msat > 0),
  expires_at timestamptz,
  -- Seconds: when it was last described to relays, which keep the newest.
  described_at bigint NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- The row stays, so that the app is told and the payments keep their reason.
  deleted_at timestamptz
);
CREATE INDEX wallet_connection_of_user ON wallet_connection (user_id, created_at DESC) WHERE deleted_at IS NULL;

-- Written before anything is done about it: whoever tells of the same event again finds it.
CREATE TABLE wallet_request (
  event_id text PRIMARY KEY CHECK (event_id ~ '^[0-9a-f]{64}$'),
  connection_id uuid NOT NULL REFERENCES wallet_connection,
  -- Of the payment or invoice it leads to, so that a second run is the first.
  operation_id uuid NOT NULL UNIQUE,
  -- As it came, until it is answered.
  event jsonb,
  method text,
  -- taken: nothing was done yet. paying: money is held or gone, and the outcome decides the answer. ignored: too late or
  -- unreadable, so nobody is answered.
  state text NOT NULL CHECK (state IN ('taken', 'paying', 'answered', 'ignored')),
  amount_msat bigint CHECK (amount_msat > 0),
  -- What counts against the budget: while a payment is under way, what is held for it.
  spent_msat bigint NOT NULL DEFAULT 0 CHECK (spent_msat >= 0),
  payment_hash text,
  description text,
  outcome text CHECK (outcome IN ('pending', 'settled', 'failed')),
  -- As JSON: words of strangers in it may hold what jsonb cannot.
  answer text,
  runs integer NOT NULL DEFAULT 0,
  -- By the database's clock: until then one process works on it.
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((state IN ('taken', 'paying')) = (event IS NOT NULL)),
  CHECK (state <> 'answered' OR answer IS NOT NULL)
);
CREATE INDEX wallet_request_open ON wallet_request (leased_until) WHERE state IN ('taken', 'paying');
CREATE INDEX wallet_request_of_connection ON wallet_request (connection_id, created_at DESC);
CREATE INDEX wallet_request_old ON wallet_request (created_at) WHERE amount_msat IS NULL;

-- What somebody was paid and has paid, newest first.
CREATE INDEX invoice_of_owner ON invoice (owner_id, created_at DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX internal_payment_of_payer ON internal_payment (payer_id, created_at DESC);
