-- Every kind of payment: addresses, payments inside this server, auto-forward; statements that need no counting;
-- what waits in suspense and why; and the audit that can stop outgoing money.

-- An invoice also comes of a lightning address; then it is its owner's, as a deposit is.
ALTER TABLE invoice DROP CONSTRAINT invoice_purpose_check;
ALTER TABLE invoice DROP CONSTRAINT invoice_check;
ALTER TABLE invoice ADD CONSTRAINT invoice_purpose CHECK (purpose IN ('zap', 'deposit', 'address'));
ALTER TABLE invoice ADD CONSTRAINT invoice_owner CHECK ((purpose = 'zap') = (owner_id IS NULL));
-- The payment from a balance that paid it inside this server; the node has cancelled it then.
ALTER TABLE invoice ADD COLUMN paid_inside_as uuid;
-- When the node's word about it was last found to be ours.
ALTER TABLE invoice ADD COLUMN audited_at timestamptz;
CREATE INDEX invoice_not_audited ON invoice (id) WHERE payment_hash IS NOT NULL AND audited_at IS NULL;
CREATE INDEX invoice_audited ON invoice (audited_at) WHERE audited_at IS NOT NULL;

ALTER TABLE payout ADD COLUMN purpose text NOT NULL DEFAULT 'withdraw'
  CHECK (purpose IN ('withdraw', 'forward', 'platform-fee'));
-- The lightning address the invoice came from.
ALTER TABLE payout ADD COLUMN address text;
ALTER TABLE payout ADD COLUMN batch_id uuid;
-- While somebody is calling the node, by the database's clock: processes may disagree about the time.
ALTER TABLE payout ADD COLUMN calling_until timestamptz;
ALTER TABLE payout ADD COLUMN audited_at timestamptz;
ALTER TABLE payout ADD CONSTRAINT payout_batch CHECK ((purpose = 'forward') = (batch_id IS NOT NULL));
CREATE INDEX payout_of_batch ON payout (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX payout_not_audited ON payout (id) WHERE audited_at IS NULL;
CREATE INDEX payout_audited ON payout (audited_at) WHERE audited_at IS NOT NULL;
-- What routing of forwards has cost the house lately.
CREATE INDEX payout_forwards ON payout (created_at) WHERE purpose = 'forward';

-- From one balance to another, without the node: an invoice of this server, or a lightning address of it.
CREATE TABLE internal_payment (
  id uuid PRIMARY KEY,
  payer_id uuid NOT NULL,
  payee_id uuid NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  payment_hash text UNIQUE,
  address text,
  comment text,
  created_at timestamptz NOT NULL,
  CHECK (payer_id <> payee_id),
  CHECK ((payment_hash IS NULL) = (address IS NOT NULL))
);

-- Money in suspense, each with the reason an operator is told. What is not given yet sums to the balance of that account.
CREATE TABLE suspense_item (
  id uuid PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('unknown-invoice', 'underpaid', 'paid-twice', 'recipient-deleted', 'unbookable')),
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  -- What arrived at the node for nobody; null when it came with a payment that was split.
  payment_hash text UNIQUE,
  payment_id uuid,
  user_id uuid,
  created_at timestamptz NOT NULL,
  -- Given to its owner since; the row stays, because the node has received it.
  given_at timestamptz
);
CREATE INDEX suspense_item_newest ON suspense_item (created_at DESC);
INSERT INTO suspense_item (id, reason, amount_msat, payment_hash, created_at)
SELECT gen_random_uuid(), 'unknown-invoice', received_msat, payment_hash, settled_at FROM stray_receipt;
INSERT INTO suspense_item (id, reason, amount_msat, payment_hash, created_at)
SELECT gen_random_uuid(), 'underpaid', e.amount, split_part(t.idem, ':', 2), t.occurred_at
FROM tx t JOIN entry e ON e.tx_id = t.id AND e.amount > 0
WHERE t.kind = 'suspense' AND t.meta ->> 'reason' = 'underpaid'
ON CONFLICT (payment_hash) DO NOTHING;
DROP TABLE stray_receipt;

-- What the line did to the balance by now: a pending withdrawal has taken its reserve too, a failed one nothing. The
-- lines of a person sum to the balance.
ALTER TABLE statement_line ADD COLUMN change_msat bigint;
UPDATE statement_line SET change_msat = CASE type WHEN 'Zap Sent' THEN -amount_msat WHEN 'Withdraw' THEN 0 ELSE amount_msat END;
UPDATE statement_line l SET change_msat = moved.msat
FROM (
  SELECT t.ref_id, a.owner, sum(e.amount) AS msat
  FROM tx t JOIN entry e ON e.tx_id = t.id JOIN account a ON a.id = e.account_id AND a.kind = 'user'
  WHERE t.ref_type = 'payout' GROUP BY t.ref_id, a.owner) moved
WHERE l.type = 'Withdraw' AND l.payment_id = moved.ref_id AND l.user_id = moved.owner;
ALTER TABLE statement_line ALTER COLUMN change_msat SET NOT NULL;
DROP INDEX statement_line_newest;
-- One of all types merges the eight there are.
CREATE INDEX statement_line_newest ON statement_line (user_id, type, created_at DESC, id DESC) INCLUDE (change_msat);

-- How many lines of each type and what they sum to, so that no page counts a million of them.
CREATE TABLE statement_total (
  user_id uuid NOT NULL,
  type text NOT NULL,
  line_count bigint NOT NULL,
  change_msat bigint NOT NULL,
  PRIMARY KEY (user_id, type)
) WITH (fillfactor = 70);
INSERT INTO statement_total
SELECT user_id, type, count(*), sum(change_msat) FROM statement_line GROUP BY user_id, type;

-- Auto-forward of a person who has set a lightning address. `counted_to` is the newest entry of the account that
-- earned_msat has counted; entries of one account are in the order of their ids. dealt_msat has gone into batches.
CREATE TABLE forward_plan (
  user_id uuid PRIMARY KEY,
  address text NOT NULL,
  counted_to uuid NOT NULL,
  earned_msat bigint NOT NULL DEFAULT 0 CHECK (earned_msat >= dealt_msat),
  dealt_msat bigint NOT NULL DEFAULT 0 CHECK (dealt_msat >= 0),
  -- Since when something waits that is in no batch yet.
  waiting_since timestamptz,
  next_look_at timestamptz NOT NULL,
  -- Why nothing goes out although something waits.
  held_back text,
  created_at timestamptz NOT NULL
);
CREATE INDEX forward_plan_due ON forward_plan (next_look_at);

-- One payment to that address in whole sats: attempts follow each other, each a payout of its own.
CREATE TABLE forward_batch (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  address text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0 AND amount_msat % 1000 = 0),
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'settled', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  last_error text,
  fee_msat bigint,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state IN ('settled', 'failed')) = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX forward_batch_open ON forward_batch (user_id) WHERE state IN ('waiting', 'sending');
CREATE INDEX forward_batch_due ON forward_batch (next_try_at) WHERE state = 'waiting';
CREATE INDEX forward_batch_newest ON forward_batch (user_id, created_at DESC);

-- What the last audit found, for all processes.
CREATE TABLE audit_state (
  only_row boolean PRIMARY KEY DEFAULT TRUE CHECK (only_row),
  due_at timestamptz NOT NULL DEFAULT 'epoch',
  last_run_at timestamptz,
  last_right_at timestamptz,
  -- Since when each audit has found a difference.
  wrong_since timestamptz,
  -- Outgoing money stops while this is set.
  halted_at timestamptz,
  findings jsonb NOT NULL DEFAULT '[]'
);
INSERT INTO audit_state DEFAULT VALUES;

-- Legs are written with their zap, in one statement, and neither is ever deleted. A foreign key would lock the zap once for
-- each leg (docs/decisions/0005 says the same of entries).
ALTER TABLE zap_leg DROP CONSTRAINT zap_leg_zap_id_fkey;
