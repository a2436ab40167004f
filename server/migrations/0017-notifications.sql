-- baseline: notifications: what users are notified of, and how they chose to be notified.

-- Notifications of one kind and subject share a row: zaps of many people have a row for each content and hour. Announcements
-- to everybody are in table announcement.
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
  -- When the newest event it includes was added.
  noted_at timestamptz NOT NULL,
  read_at timestamptz,
  -- How often it was news: once, and again when an event is added after it was read.
  news integer NOT NULL DEFAULT 1,
  -- How much of it was in a digest.
  told_count integer NOT NULL,
  told_msat bigint NOT NULL DEFAULT 0,
  -- The artist or podcast, if the actor is not a user.
  actor_name text,
  UNIQUE (user_id, kind, subject)
);
CREATE INDEX notification_newest ON notification (user_id, noted_at DESC, id DESC);
CREATE INDEX notification_untold ON notification (user_id) WHERE told_count < count;
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_age ON notification (noted_at);

-- Events that were added to notifications, so that a repeated event is added once.
CREATE TABLE noted_event (
  key text PRIMARY KEY,
  at timestamptz NOT NULL
);
CREATE INDEX noted_event_age ON noted_event (at);

-- One row for each user who has a notification or has changed a setting.
CREATE TABLE notification_choice (
  user_id uuid PRIMARY KEY,
  -- The red dot. For announcements it depends on looked_at and their time.
  has_news boolean NOT NULL DEFAULT FALSE,
  looked_at timestamptz,
  -- Announcements up to this time are read.
  read_all_at timestamptz,
  -- Grows with each change, for pages that watch.
  revision bigint NOT NULL DEFAULT 0,
  email_digest text NOT NULL DEFAULT 'daily' CHECK (email_digest IN ('off', 'daily', 'weekly')),
  -- Null while there is nothing to send.
  digest_due_at timestamptz,
  CHECK (email_digest <> 'off' OR digest_due_at IS NULL)
) WITH (fillfactor = 70);
CREATE INDEX notification_digest_due ON notification_choice (digest_due_at) WHERE digest_due_at IS NOT NULL;

-- A user's choice for one kind of notification, if it differs from the default in server/notifications/kinds.ts.
CREATE TABLE notification_kind_choice (
  user_id uuid NOT NULL,
  kind text NOT NULL,
  is_shown boolean NOT NULL,
  is_mailed boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);

CREATE TABLE announcement_read (
  user_id uuid NOT NULL,
  announcement_id uuid NOT NULL REFERENCES announcement (id),
  PRIMARY KEY (user_id, announcement_id)
);

-- Browsers that get push messages. An endpoint belongs to one browser and to the user who is logged in there.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  p256dh text NOT NULL,
  auth text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Since the last message that the push service accepted.
  failures integer NOT NULL DEFAULT 0
);
CREATE INDEX push_subscription_user ON push_subscription (user_id, created_at DESC);

-- One row: the key that identifies this server to push services (VAPID). The private key is sealed with the installation's
-- secret.
CREATE TABLE push_key (
  singleton boolean PRIMARY KEY DEFAULT TRUE CHECK (singleton),
  public_key text NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at timestamptz NOT NULL
);
