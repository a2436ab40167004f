-- Time splits: what is paid at a position of a track or episode is shared with the recipients of another content. And what
-- each person earned, by day.

-- startSeconds <= position < endSeconds. Intervals of one content do not overlap; whoever writes them holds the content's
-- row, so no two can be checked past each other.
CREATE TABLE time_split (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL REFERENCES content (id),
  start_seconds integer NOT NULL CHECK (start_seconds >= 0),
  end_seconds integer NOT NULL CHECK (end_seconds <= 50000),
  share_numerator integer NOT NULL CHECK (share_numerator >= 1),
  share_denominator integer NOT NULL CHECK (share_denominator <= 1000000),
  recipient_content_id uuid NOT NULL REFERENCES content (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (start_seconds < end_seconds),
  CHECK (share_numerator <= share_denominator),
  CHECK (recipient_content_id <> content_id),
  UNIQUE (content_id, start_seconds)
);

-- What each person earned from each content on a day in UTC: their own share, after the platform's fee. Told by settled
-- payments and never read as money: the ledger alone is that.
CREATE TABLE counted_earning (
  payment_id uuid PRIMARY KEY
);
CREATE TABLE earning_day (
  user_id uuid NOT NULL,
  day date NOT NULL,
  content_id uuid NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  PRIMARY KEY (user_id, day, content_id)
);

-- Payments from before; none of them had a time split.
INSERT INTO counted_earning (payment_id) SELECT id FROM zap;
INSERT INTO earning_day (user_id, day, content_id, msat)
SELECT l.user_id, (z.settled_at AT TIME ZONE 'UTC')::date, z.content_id, sum(l.amount_msat)
FROM zap z JOIN zap_leg l ON l.zap_id = z.id
WHERE l.user_id IS NOT NULL AND l.amount_msat > 0
GROUP BY 1, 2, 3;

-- Told but not heard yet; counted above.
UPDATE outbox SET payload = payload || '{"earnings": []}' WHERE topic = 'payment-settled' AND done_at IS NULL;
