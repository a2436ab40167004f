-- expand: what a restore may have lost is a difference that an operator closes; how far an audit is.

ALTER TABLE audit_difference DROP CONSTRAINT audit_difference_kind_check;
ALTER TABLE audit_difference ADD CONSTRAINT audit_difference_kind_check CHECK (kind IN ('unknown-payment',
  'payout-unbooked', 'payout-missing', 'payout-fee', 'receipt-unbooked', 'receipt-missing', 'receipt-amount', 'receipt-fee',
  'books', 'changes-lost', 'last-second'));

ALTER TABLE audit_state
  -- When the running audit began, or the last one.
  ADD COLUMN began_at timestamptz,
  -- How many payments it has compared with the node so far.
  ADD COLUMN compared integer NOT NULL DEFAULT 0,
  -- How many payments the node has listed to it.
  ADD COLUMN listed integer NOT NULL DEFAULT 0;
