-- expand: operators have a role; with large sums a second operator approves
-- Until a contract step, is_admin says whether the user is an owner, for servers of the previous version.
ALTER TABLE person ADD COLUMN operator_role text CHECK (operator_role IN ('moderator', 'support', 'treasurer', 'owner'));
UPDATE person SET operator_role = 'owner' WHERE is_admin;
CREATE INDEX person_operator ON person (id) WHERE operator_role IS NOT NULL;
