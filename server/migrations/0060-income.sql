-- What was paid to the content of each owner, and what became of it: the fee, the shares of others, the owner's own share.

CREATE TABLE income_day (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  -- The content that was paid.
  content_id uuid NOT NULL,
  gross_msat bigint NOT NULL CHECK (gross_msat > 0),
  fee_msat bigint NOT NULL CHECK (fee_msat >= 0),
  others_msat bigint NOT NULL CHECK (others_msat >= 0),
  own_msat bigint NOT NULL CHECK (own_msat >= 0),
  PRIMARY KEY (owner_id, day, content_id),
  CHECK (gross_msat = fee_msat + others_msat + own_msat)
);

-- Payments from before. Those whose event has not been handled yet are counted when it is.
INSERT INTO income_day (owner_id, day, content_id, gross_msat, fee_msat, others_msat, own_msat)
SELECT owner_id, day, content_id, sum(gross)::bigint, sum(fee)::bigint, sum(gross - fee - own)::bigint, sum(own)::bigint
FROM (
  SELECT c.owner_id, z.content_id, (z.settled_at AT TIME ZONE 'UTC')::date AS day, z.amount_msat AS gross,
    (SELECT coalesce(sum(l.amount_msat), 0) FROM zap_leg l WHERE l.zap_id = z.id AND l.role = 'platform') AS fee,
    (SELECT coalesce(sum(l.amount_msat), 0) FROM zap_leg l WHERE l.zap_id = z.id AND l.user_id = c.owner_id) AS own
  FROM zap z JOIN counted_earning counted ON counted.payment_id = z.id JOIN content c ON c.id = z.content_id
) paid GROUP BY 1, 2, 3;
