-- Which SECRET the sealed values of this database belong to. Not the secret: a key derived from it for this purpose alone.
CREATE TABLE installation_secret (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  fingerprint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
