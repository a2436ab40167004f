-- Payments without an invoice (keysend): what came with one that arrived, and whom one that leaves is for.

-- Of money that came by keysend: what its sender said. The row is made when the money is there, and paid at once.
ALTER TABLE invoice ADD COLUMN keysend jsonb;

-- Instead of an invoice: the node, the preimage, which is ours, and the records that travel with it. Stored before anything
-- is sent, so that the payment is found again by its hash.
ALTER TABLE payout ALTER COLUMN bolt11 DROP NOT NULL;
ALTER TABLE payout ADD COLUMN keysend jsonb;
ALTER TABLE payout ADD CONSTRAINT payout_keysend CHECK ((bolt11 IS NULL) = (keysend IS NOT NULL));

-- Which reasons there are is written in server/payments/suspense.ts.
ALTER TABLE suspense_item DROP CONSTRAINT suspense_item_reason_check;
ALTER TABLE suspense_item ADD CONSTRAINT suspense_item_reason_check CHECK (reason ~ '^[a-z]+(-[a-z]+){0,4}$');

-- What came with a spontaneous payment to one of the sandbox's nodes; null for an invoice.
ALTER TABLE sandbox_invoice ADD COLUMN custom_records jsonb;
