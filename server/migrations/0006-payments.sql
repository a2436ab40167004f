-- What was asked for and what became of it. The money itself stands in the ledger; these rows say why it moved.

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('zap', 'deposit')),
  state text NOT NULL CHECK (state IN ('creating', 'open', 'paid', 'closed', 'dead')),
  -- Whose balance a deposit fills; null for a zap.
  owner_id uuid,
  content_id uuid,
  content_type text,
  content_title text,
  -- The split in force when the invoice was made.
  terms jsonb,
  comment text,
  content_time_seconds integer CHECK (content_time_seconds >= 0),
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  payment_hash text UNIQUE,
  bolt11 text,
  expires_at timestamptz,
  received_msat bigint CHECK (received_msat > 0),
  settled_at timestamptz,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((purpose = 'deposit') = (owner_id IS NOT NULL)),
  CHECK ((purpose = 'zap') = (terms IS NOT NULL)),
  CHECK ((state = 'paid') = (received_msat IS NOT NULL)),
  CHECK (state IN ('creating', 'dead') OR payment_hash IS NOT NULL)
);
CREATE INDEX invoice_unfinished ON invoice (next_check_at) WHERE state IN ('creating', 'open');

CREATE TABLE payout (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('reserved', 'sending', 'unknown', 'settled', 'failed')),
  bolt11 text NOT NULL,
  -- For ever: one invoice is tried once.
  payment_hash text NOT NULL UNIQUE,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  fee_reserve_msat bigint NOT NULL CHECK (fee_reserve_msat >= 0),
  fee_msat bigint CHECK (fee_msat >= 0),
  preimage text,
  description text,
  node_pubkey text NOT NULL,
  expires_at timestamptz NOT NULL,
  failure_reason text,
  checks integer NOT NULL DEFAULT 0,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state = 'settled') = (fee_msat IS NOT NULL AND preimage IS NOT NULL)),
  CHECK ((state IN ('settled', 'failed')) = (finished_at IS NOT NULL))
);
CREATE INDEX payout_unfinished ON payout (next_check_at) WHERE state IN ('reserved', 'sending', 'unknown');
CREATE INDEX payout_failed ON payout (next_check_at) WHERE state = 'failed';
CREATE INDEX payout_of_user ON payout (user_id, created_at DESC);

-- A booked payment to content. Its id is the payment's: that of the invoice, or of the send.
CREATE TABLE zap (
  id uuid PRIMARY KEY,
  payer_id uuid,
  content_id uuid NOT NULL,
  content_type text NOT NULL,
  content_title text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  terms jsonb NOT NULL,
  comment text,
  content_time_seconds integer,
  settled_at timestamptz NOT NULL
);
CREATE INDEX zap_of_content ON zap (content_id, settled_at DESC);

-- Every leg, those of zero included: what a receipt shows.
CREATE TABLE zap_leg (
  zap_id uuid NOT NULL REFERENCES zap,
  seq integer NOT NULL,
  role text NOT NULL CHECK (role IN ('recipient', 'time-split', 'platform')),
  user_id uuid,
  amount_msat bigint NOT NULL CHECK (amount_msat >= 0),
  PRIMARY KEY (zap_id, seq)
);

-- One line per payment and person, whatever its inner steps.
CREATE TABLE statement_line (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN
    ('Deposit', 'Withdraw', 'Zap', 'Autoforward', 'Earnings', 'Zap Sent', 'Top Up', 'Ticket Sale')),
  payment_id uuid NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat >= 0),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, type, payment_id)
);
CREATE INDEX statement_line_newest ON statement_line (user_id, created_at DESC, id DESC);

-- Settled at the node, but nobody's by our rows: it stands in suspense, and the audit must know of it.
CREATE TABLE stray_receipt (
  payment_hash text PRIMARY KEY,
  received_msat bigint NOT NULL CHECK (received_msat > 0),
  settled_at timestamptz NOT NULL
);

-- How far the node's feed of settled invoices has been read.
CREATE TABLE feed_cursor (
  feed text PRIMARY KEY,
  cursor text NOT NULL
);
