-- expand: money that operators moved from the node to cold storage
CREATE TABLE cold_storage_move (
  id uuid PRIMARY KEY,
  -- Positive: from the node to cold storage. Negative: back to the node.
  amount_msat bigint NOT NULL CHECK (amount_msat <> 0),
  -- The id of the transaction.
  reference text NOT NULL,
  reason text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- Null while a second operator has not decided. Only confirmed moves count.
  is_confirmed boolean,
  -- The second operator; null when none was needed.
  decided_by uuid,
  decided_at timestamptz,
  CHECK ((is_confirmed IS NULL) = (decided_at IS NULL))
);
-- No transaction counts twice.
CREATE UNIQUE INDEX cold_storage_move_once ON cold_storage_move (reference) WHERE is_confirmed IS NOT FALSE;
