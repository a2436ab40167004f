-- expand: orders: invoices for promo budgets, tickets and files, the accounts that hold their money, and their lines in statements.

-- `promo`: what is left of a budget. `event`: what buyers of tickets have paid. `maturing`: rewards of a user that are not final.
ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (
  kind IN (
    'user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense', 'purse',
    'promo', 'event', 'maturing'
  )
);
ALTER TABLE account DROP CONSTRAINT account_check;
ALTER TABLE account ADD CONSTRAINT account_owner_kind CHECK (
  (owner IS NOT NULL) = (kind IN ('user', 'receivable', 'maturing'))
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
    'ticket-sale', 'ticket-payout', 'ticket-refund', 'order-return'
  )
) NOT VALID;

-- Who ordered. Null for a buyer without an account, and for invoices that are not orders.
ALTER TABLE invoice ADD COLUMN buyer_id uuid;
ALTER TABLE invoice DROP CONSTRAINT invoice_purpose;
ALTER TABLE invoice ADD CONSTRAINT invoice_purpose CHECK (
  purpose IN ('zap', 'deposit', 'address', 'purse', 'promo', 'tickets', 'purchase')
) NOT VALID;
ALTER TABLE invoice DROP CONSTRAINT invoice_owner;
ALTER TABLE invoice ADD CONSTRAINT invoice_owner CHECK ((purpose IN ('deposit', 'address')) = (owner_id IS NOT NULL)) NOT VALID;
ALTER TABLE invoice DROP CONSTRAINT invoice_check1;
ALTER TABLE invoice ADD CONSTRAINT invoice_terms CHECK ((purpose IN ('zap', 'purchase')) = (terms IS NOT NULL)) NOT VALID;
ALTER TABLE invoice ADD CONSTRAINT invoice_buyer CHECK (buyer_id IS NULL OR purpose IN ('promo', 'tickets', 'purchase')) NOT VALID;
CREATE INDEX invoice_of_buyer ON invoice (buyer_id, created_at DESC) WHERE buyer_id IS NOT NULL;

-- What an order's line is for, such as `promo-budget` (server/payments/statements/queries.ts lists them), and of what: the title
-- of a track or the name of an event. `pending_msat` is on its way: it reaches the balance later, or not at all.
ALTER TABLE statement_line ADD COLUMN note text CHECK (note ~ '^[a-z]+(-[a-z]+){0,4}$');
ALTER TABLE statement_line ADD COLUMN title text;
ALTER TABLE statement_line ADD COLUMN pending_msat bigint NOT NULL DEFAULT 0 CHECK (pending_msat >= 0);
