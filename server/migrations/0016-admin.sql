-- baseline: what operators do: announcements, holds, takedowns, reports of listeners, and a log of all of it.

CREATE TABLE announcement (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  content text NOT NULL CHECK (length(content) BETWEEN 1 AND 4000),
  link text CHECK (length(link) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX announcement_newest ON announcement (created_at DESC) WHERE removed_at IS NULL;

-- Why the outgoing payments of a user are stopped. While a row is open, person.is_locked is true.
CREATE TABLE account_hold (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('operator', 'takedown', 'late-payment')),
  reason text NOT NULL,
  -- The takedown or the payout that caused it.
  ref_id uuid,
  held_by uuid,
  created_at timestamptz NOT NULL,
  released_by uuid,
  released_at timestamptz
);
CREATE INDEX account_hold_open ON account_hold (person_id) WHERE released_at IS NULL;

CREATE TABLE takedown (
  id uuid PRIMARY KEY,
  reason text NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  undone_by uuid,
  undone_at timestamptz
);
CREATE TABLE takedown_item (
  takedown_id uuid NOT NULL REFERENCES takedown,
  content_id uuid NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('artist', 'podcast')),
  owner_id uuid NOT NULL,
  title text NOT NULL,
  PRIMARY KEY (takedown_id, content_id)
);
CREATE INDEX takedown_item_content ON takedown_item (content_id);

CREATE TABLE report (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  content_type text NOT NULL,
  content_title text NOT NULL,
  reporter_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('copyright', 'illegal', 'hateful', 'misleading', 'spam', 'other')),
  note text,
  created_at timestamptz NOT NULL,
  resolved_by uuid,
  resolved_at timestamptz,
  outcome text CHECK (outcome IN ('dismissed', 'acted'))
);
-- A user has at most one unresolved report of a content.
CREATE UNIQUE INDEX report_open ON report (content_id, reporter_id) WHERE resolved_at IS NULL;
CREATE INDEX report_queue ON report (created_at) WHERE resolved_at IS NULL;

-- Who did what to whom, and why. Append-only: the trigger refuses changes.
CREATE TABLE admin_action (
  id uuid PRIMARY KEY,
  -- Null: the command line.
  admin_id uuid,
  action text NOT NULL,
  target_type text,
  target_id uuid,
  reason text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX admin_action_newest ON admin_action (created_at DESC, id DESC);
CREATE TRIGGER admin_action_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_action EXECUTE FUNCTION refuse_change();
