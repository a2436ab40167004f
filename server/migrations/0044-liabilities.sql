-- expand: each day, the total of what the server owes is signed and published, with proofs that each balance is part of it.

-- The signed total of each day, in UTC. Kept for ever.
CREATE TABLE published_total (
  day date PRIMARY KEY,
  made_at timestamptz NOT NULL,
  -- A nostr event of the server's key.
  event jsonb NOT NULL
);

-- The tree of a total, kept for some days: subtrees of 1024 leaves, in the order of their hashes.
CREATE TABLE liability_block (
  day date NOT NULL,
  number integer NOT NULL,
  -- Of its first leaf.
  first_hash bytea NOT NULL,
  -- Of its root.
  hash bytea NOT NULL,
  msat bigint NOT NULL,
  -- For each leaf its hash (32 bytes) and amount (8 bytes). Which account it belongs to follows only from the secret of the
  -- installation, the account and counted_balance.
  leaves bytea NOT NULL,
  PRIMARY KEY (day, number)
);

-- The balances that a tree counts, of users. The rows of an account are deleted with it.
CREATE TABLE counted_balance (
  user_id uuid NOT NULL,
  day date NOT NULL,
  msat bigint NOT NULL CHECK (msat > 0),
  PRIMARY KEY (user_id, day)
);

-- The leaves of the tree that is being made, to sort them. Empty at each commit.
CREATE UNLOGGED TABLE unsorted_leaf (hash bytea PRIMARY KEY, msat bigint NOT NULL);
