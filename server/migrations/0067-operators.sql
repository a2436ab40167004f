-- expand: operators have a role; with large sums a second operator approves
-- Until a contract step, is_admin says whether the user is an owner, for servers of the previous version.
ALTER TABLE person ADD COLUMN operator_role text CHECK (operator_role IN ('moderator', 'support', 'treasurer', 'owner'));
UPDATE person SET operator_role = 'owner' WHERE is_admin;
CREATE INDEX person_operator ON person (id) WHERE operator_role IS NOT NULL;

-- A booking above TWO_OPERATORS_MSAT that one operator proposes and another carries out.
CREATE TABLE booking_proposal (
  id uuid PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('assign-suspense', 'book-difference')),
  -- The suspense item or the difference.
  subject_id uuid NOT NULL,
  -- Whose account it is booked on. Null: the house.
  user_id uuid,
  amount_msat bigint NOT NULL,
  reason text NOT NULL,
  proposed_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Approved when it was booked, otherwise declined.
  decided_by uuid,
  decided_at timestamptz,
  is_approved boolean,
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (is_approved IS NULL))
);
CREATE INDEX booking_proposal_open ON booking_proposal (subject_id) WHERE decided_at IS NULL;

-- For the sum of all payments that left in the last hour.
CREATE INDEX payout_created ON payout (created_at);
