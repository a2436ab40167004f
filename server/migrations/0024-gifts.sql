-- expand: gifts of the house: the account purse, what fills it, gifts, and the devices and networks that have had one.

ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (
  kind IN ('user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense', 'purse')
);
INSERT INTO account (id, code, kind, overdraft, append_only)
VALUES ('00000000-0000-7000-8000-000000000007', 'purse', 'purse', FALSE, FALSE);

-- NOT VALID: the rows before were checked against a part of this list.
ALTER TABLE tx DROP CONSTRAINT tx_kind_check;
ALTER TABLE tx ADD CONSTRAINT tx_kind_check CHECK (
  kind IN (
    'content-payment', 'deposit', 'address-receipt', 'receive-fee', 'internal-payment', 'top-up', 'ticket-sale',
    'withdraw-reserve', 'withdraw-settle', 'withdraw-release', 'withdraw-late',
    'forward-reserve', 'forward-settle', 'forward-release', 'forward-late',
    'suspense', 'correction', 'purse-fill', 'purse-return', 'gift-zap'
  )
) NOT VALID;

-- An invoice that fills the purse belongs to no user.
ALTER TABLE invoice DROP CONSTRAINT invoice_purpose;
ALTER TABLE invoice ADD CONSTRAINT invoice_purpose CHECK (purpose IN ('zap', 'deposit', 'address', 'purse')) NOT VALID;
ALTER TABLE invoice DROP CONSTRAINT invoice_owner;
ALTER TABLE invoice ADD CONSTRAINT invoice_owner CHECK ((purpose IN ('zap', 'purse')) = (owner_id IS NULL)) NOT VALID;

-- What went into the purse, and what was returned from it (negative). The audit compares these and the gifts with the ledger.
CREATE TABLE purse_move (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('platform-fee', 'invoice')),
  amount_msat bigint NOT NULL CHECK (amount_msat > 0 OR (amount_msat < 0 AND source = 'platform-fee')),
  -- Null for an invoice: anybody can pay it.
  admin_id uuid CHECK ((admin_id IS NULL) = (source = 'invoice')),
  created_at timestamptz NOT NULL
);

-- Has the id of its zap. The hash of the device stays, so that a device gets one gift for ever.
CREATE TABLE gift (
  id uuid PRIMARY KEY,
  device_hash bytea NOT NULL UNIQUE,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  -- In UTC.
  day date NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX gift_day ON gift (day);

-- Networks with a gift in the last 48 hours, as keyed hashes.
CREATE TABLE gift_network (
  network_hash bytea NOT NULL,
  gift_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network_hash, gift_id)
);
CREATE INDEX gift_network_age ON gift_network (created_at);

-- Networks in which a user was signed in during the last 48 hours, as the same hashes.
CREATE TABLE person_network (
  network_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  -- In UTC.
  day date NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network_hash, user_id, day)
);
CREATE INDEX person_network_user ON person_network (user_id);
CREATE INDEX person_network_age ON person_network (created_at);

-- The messages of the last days, for the one that stands across the start page.
CREATE INDEX comment_newest ON comment (created_at) WHERE parent_id IS NULL;

-- A gift counts in totals, but its payer is not a payer.
ALTER TABLE counted_payment ADD COLUMN is_gift boolean NOT NULL DEFAULT FALSE;
ALTER TABLE earning_source_day DROP CONSTRAINT earning_source_day_source_check;
ALTER TABLE earning_source_day ADD CONSTRAINT earning_source_day_source_check
  CHECK (source IN ('balance', 'wallet', 'time-split', 'gift')) NOT VALID;
