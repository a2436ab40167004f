-- expand: shares of boosts below the smallest payment are kept until their recipient has enough of them to be paid

ALTER TABLE boost_leg
  -- Null unless the share is kept. What is `waiting` is in the account boost:<user>.
  ADD COLUMN kept text CHECK (kept IN ('waiting', 'sending', 'paid', 'returned')),
  -- The payments that it has been, or is, a part of. All but the last have failed.
  ADD COLUMN kept_payouts uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN next_try_at timestamptz;
CREATE INDEX boost_leg_kept ON boost_leg (address) WHERE kept IN ('waiting', 'sending');

-- `boost`: kept shares of one recipient together. The amount is from boost:<user>, what routing costs from the balance.
ALTER TABLE payout DROP CONSTRAINT payout_purpose_check;
ALTER TABLE payout ADD CONSTRAINT payout_purpose_check CHECK (
  purpose IN ('withdraw', 'forward', 'platform-fee', 'outside', 'boost')
) NOT VALID;

ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (
  kind IN (
    'user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense', 'purse',
    'promo', 'event', 'maturing', 'waiting', 'outside', 'boost'
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
    'outside-reserve', 'outside-settle', 'outside-release', 'outside-late', 'outside-returned',
    'boost-kept', 'boost-reserve', 'boost-settle', 'boost-release', 'boost-late', 'boost-returned'
  )
) NOT VALID;
