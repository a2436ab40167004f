-- expand: splits name Lightning addresses on other servers; their shares wait in accounts of their own and are paid in batches.

-- An address that splits of this owner's content name. Its id stands where splits, terms and legs have the id of a user.
CREATE TABLE outside_recipient (
  id uuid PRIMARY KEY,
  -- The owner of the content.
  owner_id uuid NOT NULL,
  -- Null once the owner's account is deleted.
  address text,
  created_at timestamptz NOT NULL,
  -- When a split last named it.
  named_at timestamptz NOT NULL,
  UNIQUE (owner_id, address)
);

-- What was paid to it. The sums here and its payouts say what its account holds.
CREATE TABLE outside_account (
  id uuid PRIMARY KEY REFERENCES outside_recipient (id),
  owner_id uuid NOT NULL,
  received_msat bigint NOT NULL DEFAULT 0 CHECK (received_msat >= 0),
  -- Went back to the owner, or to suspense.
  returned_msat bigint NOT NULL DEFAULT 0 CHECK (returned_msat >= 0),
  -- What others bore of payouts that succeeded after they had failed.
  covered_msat bigint NOT NULL DEFAULT 0 CHECK (covered_msat >= 0),
  -- Since when something waits that no payout has taken.
  waiting_since timestamptz,
  last_leg_at timestamptz NOT NULL,
  next_look_at timestamptz NOT NULL,
  -- Why nothing is paid although enough waits.
  held_back text,
  -- Failed attempts since the last success, with or without a payout.
  attempts integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  failed_at timestamptz,
  last_error text,
  -- Given up: shares go to the owner, until a split names it again.
  returned_at timestamptz,
  CHECK ((failing_since IS NULL) = (failed_at IS NULL))
);
CREATE INDEX outside_account_due ON outside_account (next_look_at);
CREATE INDEX outside_account_of_owner ON outside_account (owner_id);

ALTER TABLE payout ADD COLUMN outside_id uuid;
ALTER TABLE payout DROP CONSTRAINT payout_purpose_check;
ALTER TABLE payout ADD CONSTRAINT payout_purpose_check CHECK (
  purpose IN ('withdraw', 'forward', 'platform-fee', 'outside')
) NOT VALID;
ALTER TABLE payout ADD CONSTRAINT payout_outside CHECK ((purpose = 'outside') = (outside_id IS NOT NULL)) NOT VALID;
CREATE INDEX payout_of_outside ON payout (outside_id, created_at DESC) WHERE outside_id IS NOT NULL;
-- One attempt at a time.
CREATE UNIQUE INDEX payout_outside_open ON payout (outside_id) WHERE state IN ('reserved', 'sending', 'unknown');

-- `outside`: the shares of an address on another server.
ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (
  kind IN (
    'user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense', 'purse',
    'promo', 'event', 'maturing', 'waiting', 'outside'
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
    'ticket-sale', 'ticket-payout', 'ticket-refund', 'order-return', 'share-accepted', 'share-returned',
    'outside-reserve', 'outside-settle', 'outside-release', 'outside-late', 'outside-returned'
  )
) NOT VALID;
