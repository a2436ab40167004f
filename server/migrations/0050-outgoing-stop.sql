-- The operators' stop switch for all outgoing payments. It is apart from the halt of the audit: both must be lifted.

CREATE TABLE outgoing_stop (
  only_row boolean PRIMARY KEY DEFAULT TRUE CHECK (only_row),
  stopped_at timestamptz,
  reason text,
  -- Null: the command line.
  stopped_by uuid,
  CHECK ((stopped_at IS NULL) = (reason IS NULL))
);
INSERT INTO outgoing_stop DEFAULT VALUES;
