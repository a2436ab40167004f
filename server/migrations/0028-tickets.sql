-- expand: concerts of artists and their tickets: tiers with seats, purchases with their holds, tickets, scans at the door.

-- On the wire and in the interface: an event.
CREATE TABLE concert (
  id uuid PRIMARY KEY,
  artist_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  place text NOT NULL,
  city text NOT NULL,
  map_url text,
  begins_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > begins_at),
  -- Of the IANA database, such as Europe/Berlin.
  time_zone text NOT NULL,
  artwork_key text,
  color_info jsonb,
  person_max integer NOT NULL CHECK (person_max BETWEEN 1 AND 20),
  sale_from timestamptz,
  sale_until timestamptz,
  is_draft boolean NOT NULL DEFAULT TRUE,
  cancelled_at timestamptz,
  reminded_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX concert_by_owner ON concert (owner_id) WHERE deleted_at IS NULL;
CREATE INDEX concert_by_artist ON concert (artist_id, begins_at) WHERE deleted_at IS NULL;
CREATE INDEX concert_by_time ON concert (ends_at) WHERE deleted_at IS NULL AND NOT is_draft;

-- The row that every sale and every release of seats locks first.
CREATE TABLE concert_tier (
  id uuid PRIMARY KEY,
  concert_id uuid NOT NULL REFERENCES concert (id),
  position integer NOT NULL,
  name text NOT NULL,
  seats integer NOT NULL,
  -- Held and sold.
  taken integer NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND seats),
  price_msat bigint CHECK (price_msat >= 0 AND price_msat % 1000 = 0),
  price_cents integer CHECK (price_cents > 0),
  CONSTRAINT concert_tier_price CHECK ((price_msat IS NULL) <> (price_cents IS NULL))
);
CREATE INDEX concert_tier_by_concert ON concert_tier (concert_id, position);

-- Who may open the door page besides the owner.
CREATE TABLE concert_helper (
  concert_id uuid NOT NULL REFERENCES concert (id),
  user_id uuid NOT NULL,
  PRIMARY KEY (concert_id, user_id)
);
CREATE INDEX concert_helper_user ON concert_helper (user_id);

-- Several tickets of one tier, bought together. Has the id of its invoice, and of its payment.
CREATE TABLE ticket_purchase (
  id uuid PRIMARY KEY,
  concert_id uuid NOT NULL,
  tier_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'sold', 'released')),
  seat_count integer NOT NULL CHECK (seat_count BETWEEN 1 AND 20),
  -- Of one ticket.
  price_msat bigint NOT NULL CHECK (price_msat >= 0),
  -- For a price in US dollars: that price, and the rate it was converted at.
  price_cents integer,
  cents_per_btc bigint,
  -- Null without an account.
  buyer_id uuid,
  -- The network that holds it, as a keyed hash; only without an account, and only while it is held.
  network_hash bytea,
  -- What the client chose for this attempt, as a keyed hash. Only for an invoice.
  attempt_hash bytea UNIQUE,
  -- The owner of the concert at the sale, and who shares each ticket.
  owner_id uuid NOT NULL,
  terms jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  -- A day after the end of the concert, as it was at the sale.
  pays_out_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  sold_at timestamptz,
  paid_out_at timestamptz,
  CHECK ((state = 'sold') = (sold_at IS NOT NULL))
);
CREATE UNIQUE INDEX ticket_hold_of_buyer ON ticket_purchase (concert_id, buyer_id) WHERE state = 'held';
CREATE UNIQUE INDEX ticket_hold_of_network ON ticket_purchase (concert_id, network_hash)
  WHERE state = 'held' AND buyer_id IS NULL;
CREATE INDEX ticket_purchase_by_concert ON ticket_purchase (concert_id, created_at);
CREATE INDEX ticket_purchase_by_buyer ON ticket_purchase (buyer_id) WHERE buyer_id IS NOT NULL;
CREATE INDEX ticket_purchase_by_owner ON ticket_purchase (owner_id) WHERE state = 'sold' AND paid_out_at IS NULL;
CREATE INDEX ticket_hold_expiry ON ticket_purchase (expires_at) WHERE state = 'held';
CREATE INDEX ticket_payout_due ON ticket_purchase (pays_out_at) WHERE state = 'sold' AND paid_out_at IS NULL;

-- Without a purchase and a tier: a guest of the artist.
CREATE TABLE ticket (
  id uuid PRIMARY KEY,
  concert_id uuid NOT NULL,
  purchase_id uuid,
  tier_id uuid CHECK ((tier_id IS NULL) = (purchase_id IS NULL)),
  guest_name text CHECK ((guest_name IS NULL) = (purchase_id IS NOT NULL)),
  code text NOT NULL CHECK (code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  -- Counts how often it was handed on: what earlier holders have no longer opens.
  issue integer NOT NULL DEFAULT 1,
  -- Set while a link to hand it on is open; counts these links.
  offer integer NOT NULL DEFAULT 0,
  is_offered boolean NOT NULL DEFAULT FALSE,
  holder_id uuid,
  price_msat bigint NOT NULL CHECK (price_msat >= 0),
  state text NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'refunded')),
  refunded_at timestamptz,
  -- The earliest scan.
  used_at timestamptz,
  used_door text,
  created_at timestamptz NOT NULL,
  UNIQUE (concert_id, code)
);
CREATE INDEX ticket_by_purchase ON ticket (purchase_id);
CREATE INDEX ticket_by_holder ON ticket (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX ticket_refunds ON ticket (refunded_at) WHERE refunded_at IS NOT NULL;

CREATE TABLE ticket_scan (
  id uuid PRIMARY KEY,
  concert_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  door text NOT NULL,
  scanned_by uuid NOT NULL,
  scanned_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX ticket_scan_by_ticket ON ticket_scan (ticket_id, scanned_at);
