-- Payments without an invoice by connected apps, and what proves that an invoice was paid inside this server.

-- What the node told after it had cancelled an invoice that was then paid from a balance here: the proof of whoever paid.
ALTER TABLE invoice ADD COLUMN preimage text CHECK (preimage ~ '^[0-9a-f]{64}$');
ALTER TABLE invoice ADD CONSTRAINT invoice_preimage_inside CHECK (preimage IS NULL OR paid_inside_as IS NOT NULL);

-- Of a payment without an invoice that was booked here, where no node keeps it.
ALTER TABLE wallet_request ADD COLUMN preimage text CHECK (preimage ~ '^[0-9a-f]{64}$');
CREATE INDEX wallet_request_keysend ON wallet_request (payment_hash) WHERE preimage IS NOT NULL;
