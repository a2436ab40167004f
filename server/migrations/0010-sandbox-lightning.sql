-- baseline: the sandbox's Lightning network: two nodes, their channels, and their invoices and payments.
-- Only the sandbox's own process (server/lightning/sandbox) writes these tables, one statement per step, fenced by `epoch`.

CREATE TABLE sandbox_lightning (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Not in the snapshot, so that the nodes keep their keys when their channels cannot be restored.
  seed bytea NOT NULL CHECK (octet_length(seed) = 32),
  -- Grows with each process that takes the lease; writes of an earlier holder match no row.
  epoch bigint NOT NULL,
  renewed_at timestamptz NOT NULL
);

CREATE TABLE sandbox_snapshot (
  name text PRIMARY KEY,
  bytes bytea NOT NULL
);
-- The bytes do not compress, so PostgreSQL should not try. CREATE TABLE has no STORAGE clause before PostgreSQL 16.
ALTER TABLE sandbox_snapshot ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE sandbox_invoice (
  node text NOT NULL CHECK (node IN ('platform', 'outside')),
  payment_hash text NOT NULL CHECK (payment_hash ~ '^[0-9a-f]{64}$'),
  bolt11 text NOT NULL,
  preimage text NOT NULL CHECK (preimage ~ '^[0-9a-f]{64}$'),
  amount_msat bigint CHECK (amount_msat > 0),
  external_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'accepted', 'claiming', 'paid', 'canceled')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  received_msat bigint CHECK (received_msat > 0),
  settled_at timestamptz,
  -- 1, 2, 3 … in the order of settling: the cursor of the invoice feed.
  settle_index bigint,
  -- The custom records of a keysend payment. Null for an invoice.
  custom_records jsonb,
  PRIMARY KEY (node, payment_hash),
  UNIQUE (node, settle_index),
  CHECK ((state = 'paid') = (received_msat IS NOT NULL AND settled_at IS NOT NULL AND settle_index IS NOT NULL))
);
CREATE INDEX sandbox_invoice_unsettled ON sandbox_invoice (expires_at) WHERE state IN ('open', 'accepted', 'claiming');

CREATE TABLE sandbox_payment (
  node text NOT NULL CHECK (node IN ('platform', 'outside')),
  payment_hash text NOT NULL CHECK (payment_hash ~ '^[0-9a-f]{64}$'),
  bolt11 text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  fee_limit_msat bigint NOT NULL CHECK (fee_limit_msat >= 0),
  -- 'lost': it was in flight when the channels could not be restored; its outcome is unknown.
  state text NOT NULL CHECK (state IN ('in_flight', 'succeeded', 'failed', 'lost')),
  preimage text,
  fee_msat bigint CHECK (fee_msat >= 0),
  reason text,
  detail text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (node, payment_hash),
  CHECK ((state = 'succeeded') = (preimage IS NOT NULL AND fee_msat IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL AND detail IS NOT NULL))
);
CREATE INDEX sandbox_payment_created ON sandbox_payment (node, created_at, payment_hash);
CREATE INDEX sandbox_payment_in_flight ON sandbox_payment (node) WHERE state = 'in_flight';
