-- expand: the smallest amount of a download may be in US cents. Servers of the former version sell at min_msat.

-- Null: the price is in sats. Otherwise min_msat is what it was worth when it was set.
ALTER TABLE download_offer ADD COLUMN min_cents integer CHECK (min_cents > 0);

-- Of a purchase whose buyer chose dollars: the amount, and the rate at which it was converted.
ALTER TABLE purchase ADD COLUMN amount_cents integer CHECK (amount_cents > 0);
ALTER TABLE purchase ADD COLUMN cents_per_btc bigint CHECK (cents_per_btc > 0);
