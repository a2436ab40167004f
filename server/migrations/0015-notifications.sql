-- What people are told, and how they want to be told.

-- Things of one kind and subject are told as one: an artist whom everybody zaps has a row for each content and hour.
-- What an announcement tells everybody stands in table announcement.
CREATE TABLE notification (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  amount_msat bigint CHECK (amount_msat >= 0),
  actor_id uuid,
  content_id uuid,
  content_type text,
  content_title text,
  comment text,
  payment_id uuid,
  address text,
  reason text,
  -- When the newest thing it stands for was noted.
  noted_at timestamptz NOT NULL,
  read_at timestamptz,
  -- How often it was news: once, and again when something joins it after it was read.
  news integer NOT NULL DEFAULT 1,
  -- How much of it a digest has told.
  told_count integer NOT NULL,
  told_msat bigint NOT NULL DEFAULT 0,
  UNIQUE (user_id, kind, subject)
);
CREATE INDEX notification_newest ON notification (user_id, noted_at DESC, id DESC);
CREATE INDEX notification_untold ON notification (user_id) WHERE told_count < count;
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_age ON notification (noted_at);

-- What was noted, so that what is told twice is noted once.
CREATE TABLE noted_event (
  key text PRIMARY KEY,
  at timestamptz NOT NULL
);
CREATE INDEX noted_event_age ON noted_event (at);

-- One row a person who was told something or has chosen something.
CREATE TABLE notification_choice (
  user_id uuid PRIMARY KEY,
  -- The red dot. Announcements light it by their time, against looked_at.
  has_news boolean NOT NULL DEFAULT FALSE,
  looked_at timestamptz,
  -- Announcements up to here are read.
  read_all_at timestamptz,
  -- Grows with each change, for pages that watch.
  revision bigint NOT NULL DEFAULT 0,
  email_digest text NOT NULL DEFAULT 'daily' CHECK (email_digest IN ('off', 'daily', 'weekly')),
  -- Null while there is nothing to tell.
  digest_due_at timestamptz,
  CHECK (email_digest <> 'off' OR digest_due_at IS NULL)
) WITH (fillfactor = 70);
CREATE INDEX notification_digest_due ON notification_choice (digest_due_at) WHERE digest_due_at IS NOT NULL;

CREATE TABLE announcement_read (
  user_id uuid NOT NULL,
  announcement_id uuid NOT NULL REFERENCES announcement (id),
  PRIMARY KEY (user_id, announcement_id)
);

-- Browsers that are sent push messages; an endpoint is one browser's, whoever is logged in there.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  p256dh text NOT NULL,
  auth text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Since the last message that was taken.
  failures integer NOT NULL DEFAULT 0
);
CREATE INDEX push_subscription_user ON push_subscription (user_id, created_at DESC);

-- By which push services know this server (VAPID). The private half is sealed with the installation's secret.
CREATE TABLE push_key (
  singleton boolean PRIMARY KEY DEFAULT TRUE CHECK (singleton),
  public_key text NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at timestamptz NOT NULL
);
