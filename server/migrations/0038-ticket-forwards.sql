-- expand: payments: ticket sales are forwarded in batches of their own.
ALTER TABLE forward_plan
  -- What ticket sales have brought, less refunds after the payout; it can be less than what has been forwarded.
  ADD COLUMN tickets_msat bigint NOT NULL DEFAULT 0,
  -- What of it has gone into batches, with what is held for routing.
  ADD COLUMN tickets_dealt_msat bigint NOT NULL DEFAULT 0,
  -- Since when ticket sales wait that are in no batch.
  ADD COLUMN tickets_waiting_since timestamptz;

ALTER TABLE forward_batch
  ADD COLUMN source text NOT NULL DEFAULT 'earnings' CHECK (source IN ('earnings', 'ticket-sale')),
  -- What of the ticket sales is held for routing. The earnings' reserve is chosen at each attempt.
  ADD COLUMN routing_msat bigint NOT NULL DEFAULT 0 CHECK (routing_msat >= 0);
