-- Which app a payment came through, and what it says about it: podcast apps that pay a lightning address (rss::payment) or
-- by keysend (boostagram). Nothing of it is verified.

-- Of an invoice whose comment was an rss::payment: its action, and the address that has the rest.
ALTER TABLE invoice ADD COLUMN rss_payment jsonb;

CREATE TABLE payment_origin (
  payment_id uuid PRIMARY KEY,
  action text,
  app_name text,
  sender_name text,
  -- In the item that was played.
  position_seconds integer CHECK (position_seconds >= 0),
  feed_guid text,
  item_guid text,
  remote_feed_guid text,
  remote_item_guid text,
  url text,
  -- The url is requested at most once.
  requested_at timestamptz,
  -- It answered with a header that could be read.
  read_at timestamptz,
  created_at timestamptz NOT NULL
);

INSERT INTO payment_origin (payment_id, action, app_name, sender_name, position_seconds, feed_guid, item_guid, created_at)
SELECT id, keysend->>'action', keysend->>'appName', keysend->>'senderName', content_time_seconds, keysend->>'guid',
  keysend->>'episodeGuid', settled_at
FROM invoice
WHERE state = 'paid' AND coalesce(keysend->>'appName', keysend->>'senderName') IS NOT NULL;
