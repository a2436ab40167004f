-- baseline: the audit: differences between the books and the node, and what stops all outgoing payments.

-- One row: the result of the last audit, for all processes.
CREATE TABLE audit_state (
  only_row boolean PRIMARY KEY DEFAULT TRUE CHECK (only_row),
  due_at timestamptz NOT NULL DEFAULT 'epoch',
  last_run_at timestamptz,
  last_right_at timestamptz,
  -- Since when every audit has found a difference.
  wrong_since timestamptz,
  -- Outgoing payments are halted while this is set.
  halted_at timestamptz,
  findings jsonb NOT NULL DEFAULT '[]'
);
INSERT INTO audit_state DEFAULT VALUES;

-- A row stays open until both sides agree or an operator has booked the difference.
CREATE TABLE audit_difference (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('unknown-payment', 'payout-unbooked', 'payout-missing', 'payout-fee',
    'receipt-unbooked', 'receipt-missing', 'receipt-amount', 'receipt-fee', 'books')),
  -- The payment hash; of `books` the check of the ledger against our own rows.
  subject text NOT NULL,
  ours text NOT NULL,
  nodes text NOT NULL,
  -- What a booking adds to what our rows say was received, sent and paid in fees for this hash, as last seen by the audit.
  received_msat bigint NOT NULL DEFAULT 0,
  sent_msat bigint NOT NULL DEFAULT 0,
  fee_msat bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'healed', 'booked')),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- The account that a booking charged or credited. Null: the house.
  user_id uuid,
  reason text,
  -- The booking is a transfer of its own, which the sums of the audit include. Otherwise it settled a payout or an invoice.
  is_adjustment boolean NOT NULL DEFAULT FALSE,
  CHECK ((state = 'open') = (closed_at IS NULL)),
  CHECK ((state = 'booked') = (reason IS NOT NULL)),
  CHECK (NOT is_adjustment OR state = 'booked')
);
CREATE UNIQUE INDEX audit_difference_open ON audit_difference (subject) WHERE state = 'open';
CREATE INDEX audit_difference_booked ON audit_difference (subject) WHERE state = 'booked';

-- One row: the operators' stop switch for all outgoing payments. Independent of the halt of the audit: both must be lifted.
CREATE TABLE outgoing_stop (
  only_row boolean PRIMARY KEY DEFAULT TRUE CHECK (only_row),
  stopped_at timestamptz,
  reason text,
  -- Null: the command line.
  stopped_by uuid,
  CHECK ((stopped_at IS NULL) = (reason IS NULL))
);
INSERT INTO outgoing_stop DEFAULT VALUES;
