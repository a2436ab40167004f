-- E-mail addresses that people give at a log-in whose provider names none, and confirm by a mailed code.

-- Confirmed here. It counts while the provider has confirmed none, and a later log-in does not clear it.
ALTER TABLE outside_identity ADD COLUMN given_email text
  CHECK (given_email = lower(given_email) AND length(given_email) <= 254);

-- Log-ins that wait for an e-mail address. Deleted when completed.
CREATE TABLE email_request (
  id_hash bytea PRIMARY KEY CHECK (length(id_hash) = 32),
  issuer text NOT NULL,
  subject text NOT NULL,
  -- What was mailed last; null until an address is given.
  email text,
  code_hash bytea,
  mails integer NOT NULL DEFAULT 0,
  -- Wrong codes for the last mail.
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  CHECK ((email IS NULL) = (code_hash IS NULL))
);
CREATE INDEX email_request_expiry ON email_request (expires_at);
