-- Jobs whose last rounds failed, one row each; a success deletes it.

CREATE TABLE job_failure (
  name text PRIMARY KEY,
  -- In a row, over all servers.
  failures integer NOT NULL CHECK (failures > 0),
  failed_at timestamptz NOT NULL,
  error text NOT NULL
);
