-- expand: a boost is one line of the payer's statement

-- The boost that a withdrawal is a part of. Without a reference: after a loss of the database, payouts are restored before boosts.
ALTER TABLE payout ADD COLUMN boost_id uuid;
CREATE INDEX payout_boost ON payout (boost_id) WHERE boost_id IS NOT NULL;

ALTER TABLE boost_leg
  -- `fee`: a percentage of the item's own block that is taken first; `curator`: one of the playlist's; `time-split`: of the part that
  -- a time split gives away; `share`: all others.
  ADD COLUMN role text NOT NULL DEFAULT 'share' CHECK (role IN ('fee', 'curator', 'share', 'time-split')),
  -- Paid to an address of this server, without a payout.
  ADD COLUMN paid_inside_at timestamptz;
