-- Set when making the demo catalogue failed; it continues at the next start, which clears it.
ALTER TABLE demo ADD COLUMN stopped_at timestamptz;
