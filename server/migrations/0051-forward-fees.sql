-- What a forward may cost the house: at most half of the platform fee that its earnings brought. The user bears the rest.

-- Part of fee_reserve_msat that the house has put up.
ALTER TABLE payout ADD COLUMN house_reserve_msat bigint NOT NULL DEFAULT 0;
UPDATE payout SET house_reserve_msat = fee_reserve_msat WHERE purpose = 'forward';
ALTER TABLE payout ADD CONSTRAINT payout_house_reserve CHECK (
  house_reserve_msat BETWEEN 0 AND fee_reserve_msat AND (purpose = 'forward' OR house_reserve_msat = 0)
);
-- The platform fee that earnings brought which are in no batch yet; of those counted before this migration nothing is known.
ALTER TABLE forward_plan ADD COLUMN fee_brought_msat bigint NOT NULL DEFAULT 0 CHECK (fee_brought_msat >= 0);
-- The same of what is in the batch.
ALTER TABLE forward_batch ADD COLUMN fee_brought_msat bigint NOT NULL DEFAULT 0 CHECK (fee_brought_msat >= 0);
