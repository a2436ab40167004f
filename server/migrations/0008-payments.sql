-- baseline: payments: invoices, payouts, zaps, statements, suspense and forwards. The ledger has the money; these rows say
-- why it moved.

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  -- `address`: requested from a lightning address; it belongs to the owner of the address, like a deposit.
  purpose text NOT NULL CONSTRAINT invoice_purpose CHECK (purpose IN ('zap', 'deposit', 'address')),
  state text NOT NULL CHECK (state IN ('creating', 'open', 'paid', 'closed', 'dead')),
  -- Whose balance it credits. Null for a zap.
  owner_id uuid,
  content_id uuid,
  content_type text,
  content_title text,
  -- The split in force when the invoice was made.
  terms jsonb,
  comment text,
  content_time_seconds integer CHECK (content_time_seconds >= 0),
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  payment_hash text UNIQUE,
  bolt11 text,
  expires_at timestamptz,
  received_msat bigint CHECK (received_msat > 0),
  settled_at timestamptz,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- The internal payment that paid it from a balance; the node's invoice is cancelled then.
  paid_inside_as uuid,
  -- When the audit last found that the node says the same.
  audited_at timestamptz,
  -- The name it was requested under: a username or `track.<id>`. Anybody can verify its payment (LUD-21).
  lnurl_name text,
  -- What the payer said about themselves (LUD-18), exactly as sent: the invoice commits to its hash.
  payer_data text,
  -- The zap request (NIP-57), exactly as sent, for the same reason.
  zap_request text,
  zap_request_id text CHECK (zap_request_id ~ '^[0-9a-f]{64}$'),
  -- What the sender of a keysend payment said. The row is inserted as paid when the money has arrived.
  keysend jsonb,
  -- For an invoice that is paid from a balance here; external payers have no name anyway.
  is_nameless boolean NOT NULL DEFAULT FALSE,
  -- From the node, after it cancelled an invoice that was then paid from a balance here: the payer's proof.
  preimage text CHECK (preimage ~ '^[0-9a-f]{64}$'),
  -- What the node's backend kept of the payment for liquidity; the house bears it. The amounts above include it, and it may
  -- be more than they are.
  fee_msat bigint NOT NULL DEFAULT 0 CHECK (fee_msat >= 0),
  -- If the comment was an rss::payment: its action, and the URL with the rest.
  rss_payment jsonb,
  CONSTRAINT invoice_owner CHECK ((purpose = 'zap') = (owner_id IS NULL)),
  CONSTRAINT invoice_check1 CHECK ((purpose = 'zap') = (terms IS NOT NULL)),
  CONSTRAINT invoice_check2 CHECK ((state = 'paid') = (received_msat IS NOT NULL)),
  CONSTRAINT invoice_check3 CHECK (state IN ('creating', 'dead') OR payment_hash IS NOT NULL),
  CONSTRAINT invoice_zap_request CHECK ((zap_request IS NULL) = (zap_request_id IS NULL)),
  CONSTRAINT invoice_preimage_inside CHECK (preimage IS NULL OR paid_inside_as IS NOT NULL)
);
CREATE INDEX invoice_unfinished ON invoice (next_check_at) WHERE state IN ('creating', 'open');
CREATE INDEX invoice_of_owner ON invoice (owner_id, created_at DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX invoice_zapped ON invoice (zap_request_id) WHERE zap_request_id IS NOT NULL;
CREATE UNIQUE INDEX invoice_paid_inside ON invoice (paid_inside_as) WHERE paid_inside_as IS NOT NULL;
CREATE INDEX invoice_not_audited ON invoice (id) WHERE payment_hash IS NOT NULL AND audited_at IS NULL;
CREATE INDEX invoice_audited ON invoice (audited_at) WHERE audited_at IS NOT NULL;

-- Which app a payment came through and what the app says about it: podcast apps that pay a lightning address (rss::payment)
-- or by keysend (boostagram). None of it is verified.
CREATE TABLE payment_origin (
  payment_id uuid PRIMARY KEY,
  action text,
  app_name text,
  sender_name text,
  -- Within the item that was played.
  position_seconds integer CHECK (position_seconds >= 0),
  feed_guid text,
  item_guid text,
  remote_feed_guid text,
  remote_item_guid text,
  url text,
  -- The URL is requested at most once.
  requested_at timestamptz,
  -- The response had a valid header.
  read_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE payout (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('reserved', 'sending', 'unknown', 'settled', 'failed')),
  bolt11 text,
  -- Unique for ever: an invoice is tried once.
  payment_hash text NOT NULL UNIQUE,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  fee_reserve_msat bigint NOT NULL CHECK (fee_reserve_msat >= 0),
  fee_msat bigint CHECK (fee_msat >= 0),
  preimage text,
  description text,
  node_pubkey text NOT NULL,
  expires_at timestamptz NOT NULL,
  failure_reason text,
  checks integer NOT NULL DEFAULT 0,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  purpose text NOT NULL DEFAULT 'withdraw' CHECK (purpose IN ('withdraw', 'forward', 'platform-fee')),
  -- The lightning address that the invoice came from.
  address text,
  batch_id uuid,
  -- While a process is calling the node. By the database's clock, because processes may disagree about the time.
  calling_until timestamptz,
  audited_at timestamptz,
  -- Instead of an invoice: the destination node, our preimage and the custom records. Stored before anything is sent, so that
  -- the payment can be found by its hash.
  keysend jsonb,
  -- The part of fee_reserve_msat that the house pays: at most half of the platform fee on the earnings that are forwarded.
  house_reserve_msat bigint NOT NULL DEFAULT 0,
  CHECK ((state = 'settled') = (fee_msat IS NOT NULL AND preimage IS NOT NULL)),
  CHECK ((state IN ('settled', 'failed')) = (finished_at IS NOT NULL)),
  CONSTRAINT payout_batch CHECK ((purpose = 'forward') = (batch_id IS NOT NULL)),
  CONSTRAINT payout_keysend CHECK ((bolt11 IS NULL) = (keysend IS NOT NULL)),
  CONSTRAINT payout_house_reserve CHECK (
    house_reserve_msat BETWEEN 0 AND fee_reserve_msat AND (purpose = 'forward' OR house_reserve_msat = 0)
  )
);
CREATE INDEX payout_unfinished ON payout (next_check_at) WHERE state IN ('reserved', 'sending', 'unknown');
CREATE INDEX payout_failed ON payout (next_check_at) WHERE state = 'failed';
CREATE INDEX payout_of_user ON payout (user_id, created_at DESC);
CREATE INDEX payout_of_batch ON payout (batch_id) WHERE batch_id IS NOT NULL;
-- What routing of recent forwards has cost the house.
CREATE INDEX payout_forwards ON payout (created_at) WHERE purpose = 'forward';
CREATE INDEX payout_not_audited ON payout (id) WHERE audited_at IS NULL;
CREATE INDEX payout_audited ON payout (audited_at) WHERE audited_at IS NOT NULL;

-- From one balance to another, without the node: an invoice or a lightning address of this server.
CREATE TABLE internal_payment (
  id uuid PRIMARY KEY,
  payer_id uuid NOT NULL,
  payee_id uuid NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  payment_hash text UNIQUE,
  address text,
  comment text,
  created_at timestamptz NOT NULL,
  CHECK (payer_id <> payee_id),
  CHECK ((payment_hash IS NULL) = (address IS NOT NULL))
);
CREATE INDEX internal_payment_of_payer ON internal_payment (payer_id, created_at DESC);

-- A booked payment to content. Its id is that of the invoice or of the internal payment.
CREATE TABLE zap (
  id uuid PRIMARY KEY,
  payer_id uuid,
  content_id uuid NOT NULL,
  content_type text NOT NULL,
  content_title text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  terms jsonb NOT NULL,
  comment text,
  content_time_seconds integer,
  settled_at timestamptz NOT NULL,
  -- Anonymous to everybody else; the payer still sees it in their own history.
  is_nameless boolean NOT NULL DEFAULT FALSE
);
CREATE INDEX zap_of_content ON zap (content_id, settled_at DESC);

-- Every leg, including those of 0 msat: what a receipt shows. Inserted together with the zap, and neither is ever deleted. A
-- foreign key would lock the zap once for each leg (docs/decisions/0005 says the same of entries).
CREATE TABLE zap_leg (
  zap_id uuid NOT NULL,
  seq integer NOT NULL,
  role text NOT NULL CHECK (role IN ('recipient', 'time-split', 'platform')),
  user_id uuid,
  amount_msat bigint NOT NULL CHECK (amount_msat >= 0),
  PRIMARY KEY (zap_id, seq)
);

-- One line for each payment and user, however many transfers it took.
CREATE TABLE statement_line (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN
    ('Deposit', 'Withdraw', 'Zap', 'Autoforward', 'Earnings', 'Zap Sent', 'Top Up', 'Ticket Sale')),
  payment_id uuid NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat >= 0),
  created_at timestamptz NOT NULL,
  -- The change of the balance so far: a pending withdrawal includes its reserve, a failed one is 0. The lines of a user sum
  -- to the balance.
  change_msat bigint NOT NULL,
  UNIQUE (user_id, type, payment_id)
);
-- A statement of all types merges the eight types.
CREATE INDEX statement_line_newest ON statement_line (user_id, type, created_at DESC, id DESC) INCLUDE (change_msat);

-- How many lines each type has and what they sum to, so that no page counts a million of them.
CREATE TABLE statement_total (
  user_id uuid NOT NULL,
  type text NOT NULL,
  line_count bigint NOT NULL,
  change_msat bigint NOT NULL,
  PRIMARY KEY (user_id, type)
) WITH (fillfactor = 70);

-- Money in suspense, with the reason that operators see. Items that are not given sum to the balance of that account.
CREATE TABLE suspense_item (
  id uuid PRIMARY KEY,
  -- The reasons are listed in server/payments/statements/suspense.ts.
  reason text NOT NULL CHECK (reason ~ '^[a-z]+(-[a-z]+){0,4}$'),
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  -- Of money that arrived at the node and is unassigned. Null if it was part of a payment that was split.
  payment_hash text UNIQUE,
  payment_id uuid,
  user_id uuid,
  created_at timestamptz NOT NULL,
  -- When it was assigned to its owner. The row stays, because the node has received the money.
  given_at timestamptz,
  -- As invoice.fee_msat.
  fee_msat bigint NOT NULL DEFAULT 0 CHECK (fee_msat >= 0)
);
CREATE INDEX suspense_item_newest ON suspense_item (created_at DESC);

-- Auto-forward of a user who has set a lightning address.
CREATE TABLE forward_plan (
  user_id uuid PRIMARY KEY,
  address text NOT NULL,
  -- The newest entry of the account that earned_msat includes; ids of entries of one account are in their order.
  counted_to uuid NOT NULL,
  earned_msat bigint NOT NULL DEFAULT 0 CHECK (earned_msat >= dealt_msat),
  -- What has gone into batches.
  dealt_msat bigint NOT NULL DEFAULT 0 CHECK (dealt_msat >= 0),
  -- Since when earnings wait that are in no batch.
  waiting_since timestamptz,
  next_look_at timestamptz NOT NULL,
  -- Why nothing is forwarded although earnings wait.
  held_back text,
  created_at timestamptz NOT NULL,
  -- The platform fee on earnings that are in no batch.
  fee_brought_msat bigint NOT NULL DEFAULT 0 CHECK (fee_brought_msat >= 0)
);
CREATE INDEX forward_plan_due ON forward_plan (next_look_at);

-- One payment to that address in whole sats. Each attempt is a payout of its own, one after another.
CREATE TABLE forward_batch (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  address text NOT NULL,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0 AND amount_msat % 1000 = 0),
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'settled', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  last_error text,
  fee_msat bigint,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- The platform fee on the earnings in this batch.
  fee_brought_msat bigint NOT NULL DEFAULT 0 CHECK (fee_brought_msat >= 0),
  CHECK ((state IN ('settled', 'failed')) = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX forward_batch_open ON forward_batch (user_id) WHERE state IN ('waiting', 'sending');
CREATE INDEX forward_batch_due ON forward_batch (next_try_at) WHERE state = 'waiting';
CREATE INDEX forward_batch_newest ON forward_batch (user_id, created_at DESC);

-- How far the node's feed of settled invoices has been read.
CREATE TABLE feed_cursor (
  feed text PRIMARY KEY,
  cursor text NOT NULL
);

-- One row: the price of a bitcoin that any process fetched last, and when the next fetch is due.
CREATE TABLE price (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  usd_per_btc numeric(12, 2) CHECK (usd_per_btc > 0),
  fetched_at timestamptz,
  next_fetch_at timestamptz NOT NULL,
  -- From the sandbox's own price service. A server with a real backend never shows it.
  is_sandbox boolean NOT NULL DEFAULT false,
  CHECK ((usd_per_btc IS NULL) = (fetched_at IS NULL))
);
INSERT INTO price (next_fetch_at) VALUES ('2000-01-01T00:00:00Z');
