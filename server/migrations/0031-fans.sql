-- expand: fans: who may be seen and written to, messages to followers, thanks for zaps.

-- Without a row, artists do not see who follows them.
CREATE TABLE fan_choice (
  user_id uuid PRIMARY KEY,
  is_named boolean NOT NULL
);

-- user_id gets no messages from this artist or podcast, although they follow it.
CREATE TABLE fan_stop (
  user_id uuid NOT NULL,
  maker_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, maker_id)
);

-- From an artist or podcast to its followers, or to those of them who also did something else.
CREATE TABLE fan_message (
  id uuid PRIMARY KEY,
  maker_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('release', 'event', 'thanks')),
  audience text NOT NULL CHECK (audience IN ('follows', 'supported', 'bought', 'events')),
  body text NOT NULL,
  -- What it links to: a content of the maker, or a concert.
  subject_id uuid NOT NULL,
  subject_type text NOT NULL,
  subject_title text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Sent to users up to this id, in batches.
  sent_to uuid,
  recipient_count integer NOT NULL DEFAULT 0,
  finished_at timestamptz
);
CREATE INDEX fan_message_newest ON fan_message (maker_id, created_at DESC);
CREATE INDEX fan_message_owner ON fan_message (owner_id);
CREATE INDEX fan_message_unfinished ON fan_message (created_at) WHERE finished_at IS NULL;

-- Of the owner of the content, for a zap without a message. At most one.
CREATE TABLE zap_thanks (
  zap_id uuid PRIMARY KEY,
  author_id uuid NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX zap_thanks_author ON zap_thanks (author_id);
