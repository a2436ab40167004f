-- What a bitcoin costs, as it was last told to one of the processes, and when one of them asks again.

CREATE TABLE price (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  usd_per_btc numeric(12, 2) CHECK (usd_per_btc > 0),
  fetched_at timestamptz,
  next_fetch_at timestamptz NOT NULL,
  CHECK ((usd_per_btc IS NULL) = (fetched_at IS NULL))
);
INSERT INTO price (next_fetch_at) VALUES ('2000-01-01T00:00:00Z');
