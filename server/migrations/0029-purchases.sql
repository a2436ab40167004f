-- expand: purchases: what may be downloaded and at which price, the files, rights to them, download codes, and the purchases.

-- What an owner offers of an album or track. Without a row, nothing.
CREATE TABLE download_offer (
  content_id uuid PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('off', 'free', 'paid')),
  -- Buyers pay this or more.
  min_msat bigint NOT NULL CHECK (min_msat >= 0),
  updated_at timestamptz NOT NULL,
  CHECK ((mode = 'paid') = (min_msat > 0))
);

-- Making the files of a track. A finished row becomes waiting again when the audio or what the tags say has changed.
CREATE TABLE download_track (
  track_id uuid PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('waiting', 'processing', 'finished', 'failed')),
  -- The stream of the recording that the files were made of, and when.
  made_of text,
  made_at timestamptz,
  progress real NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  leased_until timestamptz,
  requested_at timestamptz NOT NULL,
  CHECK (state <> 'finished' OR made_at IS NOT NULL)
);
CREATE INDEX download_track_waiting ON download_track (requested_at) WHERE state IN ('waiting', 'processing');

-- With its checksum, which archives state before they are sent.
CREATE TABLE download_file (
  track_id uuid NOT NULL,
  format text NOT NULL CHECK (format IN ('flac', 'mp3', 'opus')),
  file_key text NOT NULL UNIQUE,
  bytes bigint NOT NULL CHECK (bytes > 0),
  crc32 bigint NOT NULL CHECK (crc32 BETWEEN 0 AND 4294967295),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (track_id, format)
);

-- The right to download, for ever. That of a purchase has its id.
CREATE TABLE download_right (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('purchase', 'code', 'free')),
  -- Null: whoever has the private link.
  user_id uuid,
  created_at timestamptz NOT NULL
);
CREATE INDEX download_right_of_user ON download_right (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX download_right_of_content ON download_right (content_id);
-- A user collects something free once.
CREATE UNIQUE INDEX download_right_free ON download_right (user_id, content_id) WHERE source = 'free';

-- Each is good once.
CREATE TABLE download_code (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z2-9]{12}$'),
  content_id uuid NOT NULL,
  -- Codes that were made together are printed together.
  sheet_id uuid NOT NULL,
  sheet_name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Null until it is used.
  right_id uuid UNIQUE,
  CHECK ((used_at IS NULL) = (right_id IS NULL))
);
CREATE INDEX download_code_of_content ON download_code (content_id, created_at DESC, sheet_id);

-- Has the id of its payment. It exists from the request of an invoice; it is bought when its right exists.
CREATE TABLE purchase (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  -- Null without an account.
  buyer_id uuid,
  -- A gift for this user. Null: for the buyer, or for whoever gets the private link.
  recipient_id uuid,
  is_gift boolean NOT NULL DEFAULT FALSE,
  -- Where the private link is sent after the payment; deleted then.
  mail_to text,
  mail_language text,
  -- Others do not see who bought it.
  is_nameless boolean NOT NULL DEFAULT FALSE,
  amount_msat bigint NOT NULL CHECK (amount_msat > 0),
  created_at timestamptz NOT NULL,
  -- The files could no longer be given, and the money went back.
  returned_at timestamptz
);
CREATE INDEX purchase_of_buyer ON purchase (buyer_id, created_at DESC) WHERE buyer_id IS NOT NULL;
CREATE INDEX purchase_of_content ON purchase (content_id, created_at DESC);
CREATE INDEX purchase_to_mail ON purchase (created_at) WHERE mail_to IS NOT NULL;
