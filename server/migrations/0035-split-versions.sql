-- expand: splits have versions that each partner agrees to; shares wait in accounts of their own until then.

-- The terms of a content's split, each time they were set.
CREATE TABLE split_version (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  -- The split that has these terms once they begin.
  split_id uuid NOT NULL,
  -- The owner of the content then, who gets the shares of partners that do not agree.
  owner_id uuid NOT NULL,
  -- The split is removed: its partners lose their shares.
  is_removal boolean NOT NULL DEFAULT FALSE,
  created_at timestamptz NOT NULL,
  -- Null while they wait for a partner whose share they lower.
  begun_at timestamptz,
  -- Replaced by others. Without begun_at: withdrawn before they began.
  ended_at timestamptz,
  UNIQUE (content_id, number)
);
CREATE UNIQUE INDEX split_version_in_force ON split_version (content_id) WHERE begun_at IS NOT NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX split_version_pending ON split_version (content_id) WHERE begun_at IS NULL AND ended_at IS NULL;

-- What a version gives a user, and whether the user has agreed.
CREATE TABLE split_share (
  id uuid PRIMARY KEY,
  version_id uuid NOT NULL REFERENCES split_version (id),
  user_id uuid NOT NULL,
  -- Null for a partner whose whole share these terms take away.
  position integer,
  share integer NOT NULL CHECK (share BETWEEN 0 AND 1000000000),
  state text NOT NULL CHECK (state IN ('agreed', 'waiting', 'declined', 'expired', 'withdrawn')),
  -- Less than this user has agreed to: the version begins only when they agree.
  is_lowered boolean NOT NULL DEFAULT FALSE,
  invited_at timestamptz,
  decided_at timestamptz,
  CHECK ((position IS NULL) = (share = 0)),
  UNIQUE (version_id, user_id),
  UNIQUE (version_id, position)
);
CREATE INDEX split_share_of_user ON split_share (user_id);
CREATE INDEX split_share_waiting ON split_share (invited_at) WHERE state = 'waiting';

-- Null in rows of earlier releases: everybody in them counts as agreed.
ALTER TABLE split_recipient ADD COLUMN version_id uuid;

-- Splits from before count as agreed.
INSERT INTO split_version (id, content_id, number, split_id, owner_id, created_at, begun_at)
SELECT gen_random_uuid(), s.content_id, 1, s.id, c.owner_id, s.created_at, s.created_at
FROM split s JOIN content c ON c.id = s.content_id;
INSERT INTO split_share (id, version_id, user_id, position, share, state, decided_at)
SELECT r.id, v.id, r.user_id, r.position, r.share, 'agreed', r.created_at
FROM split_recipient r JOIN split_version v ON v.split_id = r.split_id;
UPDATE split_recipient SET version_id = v.id FROM split_version v WHERE v.split_id = split_recipient.split_id;

-- `waiting`: the share of a partner who has not agreed yet.
ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (
  kind IN (
    'user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense', 'purse',
    'promo', 'event', 'maturing', 'waiting'
  )
);
-- NOT VALID: the rows before were checked against a part of this list.
ALTER TABLE tx DROP CONSTRAINT tx_kind_check;
ALTER TABLE tx ADD CONSTRAINT tx_kind_check CHECK (
  kind IN (
    'content-payment', 'deposit', 'address-receipt', 'receive-fee', 'internal-payment',
    'withdraw-reserve', 'withdraw-settle', 'withdraw-release', 'withdraw-late',
    'forward-reserve', 'forward-settle', 'forward-release', 'forward-late',
    'suspense', 'correction', 'purse-fill', 'purse-return', 'gift-zap',
    'promo-funding', 'promo-return', 'top-up', 'top-up-matured', 'top-up-reversed',
    'ticket-sale', 'ticket-payout', 'ticket-refund', 'order-return', 'share-accepted', 'share-returned'
  )
) NOT VALID;

-- A leg of a payment whose recipient had not agreed when it was booked. Those that wait sum to their account.
CREATE TABLE waiting_share (
  id uuid PRIMARY KEY,
  version_id uuid NOT NULL,
  position integer NOT NULL,
  user_id uuid NOT NULL,
  -- The owner named in the version.
  owner_id uuid NOT NULL,
  -- A zap, or a purchase of tickets.
  payment_id uuid NOT NULL,
  -- The leg of the zap; null for tickets.
  seq integer,
  -- What it was earned with.
  content_id uuid NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat >= 0),
  state text NOT NULL CHECK (state IN ('waiting', 'accepted', 'returned')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX waiting_share_open ON waiting_share (version_id, position) WHERE state = 'waiting';
CREATE INDEX waiting_share_of_payment ON waiting_share (payment_id);
