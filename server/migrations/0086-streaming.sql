-- expand: items of foreign feeds are paid by the minute while they are heard, within a budget

CREATE TABLE stream_plan (
  user_id uuid PRIMARY KEY,
  msat_per_minute bigint NOT NULL CHECK (msat_per_minute > 0),
  -- Routing fees included.
  msat_per_month bigint NOT NULL CHECK (msat_per_month > 0),
  -- The last position that a player reported, and when: no time is counted twice.
  item_id uuid,
  position_ms bigint NOT NULL DEFAULT 0,
  counted_until timestamptz NOT NULL,
  -- Why the last payment was not made: a code.
  problem text
);

-- What was heard of one feed within ten minutes. Deleted when it has been paid.
CREATE TABLE stream_slot (
  user_id uuid NOT NULL,
  feed_id uuid NOT NULL,
  -- Since 1970.
  slot integer NOT NULL,
  -- Each {"itemId", "seconds": the position, "ms": how long from there}.
  heard jsonb NOT NULL,
  leased_until timestamptz,
  PRIMARY KEY (user_id, feed_id, slot)
);
CREATE INDEX stream_slot_due ON stream_slot (slot);

ALTER TABLE boost ADD COLUMN is_stream boolean NOT NULL DEFAULT false;
