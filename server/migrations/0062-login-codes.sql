-- Codes mailed to the address of an account that many wrong passwords were tried for. A log-in on a new device needs one
-- besides the password. Deleted when used.
CREATE TABLE login_code (
  -- Keyed with a secret that is not in the database.
  code_hash bytea PRIMARY KEY CHECK (length(code_hash) = 32),
  user_id uuid NOT NULL REFERENCES identity_user (id) ON DELETE CASCADE,
  -- Codes that were sent while this one was valid.
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_code_user ON login_code (user_id);
CREATE INDEX login_code_expiry ON login_code (expires_at);
