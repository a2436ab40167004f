-- Payments that came over a lightning address: what was asked for, by whom they say they are, and zaps of nostr with the
-- receipts this server signs.

-- The address an invoice was asked of: somebody's name or `track.<id>`. Its payment can be verified by anybody (LUD-21).
ALTER TABLE invoice ADD COLUMN lnurl_name text;
-- What the payer said of themselves (LUD-18), exactly as it was sent: the invoice holds its hash.
ALTER TABLE invoice ADD COLUMN payer_data text;
-- The zap request of NIP-57, exactly as it was sent; for the same reason.
ALTER TABLE invoice ADD COLUMN zap_request text;
ALTER TABLE invoice ADD COLUMN zap_request_id text CHECK (zap_request_id ~ '^[0-9a-f]{64}$');
ALTER TABLE invoice ADD CONSTRAINT invoice_zap_request CHECK ((zap_request IS NULL) = (zap_request_id IS NULL));
CREATE INDEX invoice_zapped ON invoice (zap_request_id) WHERE zap_request_id IS NOT NULL;

-- The key this server signs with as itself. Its secret half is sealed with the installation's secret.
CREATE TABLE platform_key (
  pubkey text PRIMARY KEY CHECK (pubkey ~ '^[0-9a-f]{64}$'),
  sealed_secret_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- One key at a time.
  only_row boolean NOT NULL DEFAULT TRUE UNIQUE CHECK (only_row)
);

-- One receipt a payment, for ever, whoever hears of the payment and however often.
CREATE TABLE zap_receipt (
  payment_id uuid PRIMARY KEY,
  event_id text NOT NULL UNIQUE CHECK (event_id ~ '^[0-9a-f]{64}$'),
  event jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
