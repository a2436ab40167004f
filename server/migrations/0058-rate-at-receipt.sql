-- expand: lines of statements have the price of a bitcoin at the moment they were written

-- US cents; null when no current price was known.
ALTER TABLE statement_line ADD COLUMN cents_per_btc bigint CHECK (cents_per_btc > 0);
