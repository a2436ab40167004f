-- What the node's backend has kept of what was paid to it, for liquidity; the house bears it.

-- Of what was paid, received_msat or amount_msat, which are before it. It may be more than that.
ALTER TABLE invoice ADD COLUMN fee_msat bigint NOT NULL DEFAULT 0 CHECK (fee_msat >= 0);
-- The same of what arrived and is nobody's.
ALTER TABLE suspense_item ADD COLUMN fee_msat bigint NOT NULL DEFAULT 0 CHECK (fee_msat >= 0);

-- With receive-fee. The rows there are fit the narrower list before; reading them all again would hold up every transfer.
ALTER TABLE tx DROP CONSTRAINT tx_kind_check;
ALTER TABLE tx ADD CONSTRAINT tx_kind_check CHECK (
  kind IN (
    'content-payment', 'deposit', 'address-receipt', 'receive-fee', 'internal-payment', 'top-up', 'ticket-sale',
    'withdraw-reserve', 'withdraw-settle', 'withdraw-release', 'withdraw-late',
    'forward-reserve', 'forward-settle', 'forward-release', 'forward-late',
    'suspense', 'correction'
  )
) NOT VALID;
