-- baseline: platform tables: outbox, idempotency keys, rate limits, unsent mail, failed jobs, and what this installation is.

CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  topic text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  run_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  leased_until timestamptz,
  done_at timestamptz,
  last_error text,
  UNIQUE (topic, key)
);
CREATE INDEX outbox_waiting ON outbox (run_at) WHERE done_at IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

CREATE TABLE idempotency (
  actor text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  operation_id uuid NOT NULL,
  leased_until timestamptz NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor, method, path, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

CREATE TABLE rate_limit (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);

-- Mails that were not sent because no SMTP server is configured.
CREATE TABLE unsent_mail (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  links jsonb NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX unsent_mail_recipient ON unsent_mail (recipient, sent_at DESC);

-- One row for each job whose last runs failed. A success deletes the row.
CREATE TABLE job_failure (
  name text PRIMARY KEY,
  -- In a row, over all servers.
  failures integer NOT NULL CHECK (failures > 0),
  failed_at timestamptz NOT NULL,
  error text NOT NULL
);

-- One row: the Lightning backend, network and node that hold the money of this database.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  lightning_backend text NOT NULL,
  lightning_network text NOT NULL,
  lightning_pubkey text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One row: the SECRET that the sealed values of this database belong to. The fingerprint is a key that is derived from the
-- secret for this purpose alone.
CREATE TABLE installation_secret (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  fingerprint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Progress of the demo catalogue of a sandbox. No row: it was never begun.
CREATE TABLE demo (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  begun_at timestamptz NOT NULL DEFAULT now(),
  made_at timestamptz,
  -- Set when making it failed. The next start continues and clears this.
  stopped_at timestamptz
);
