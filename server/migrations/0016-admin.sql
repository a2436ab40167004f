-- What operators do: holding outgoing money, taking content down, what listeners report, and a log of all of it.

-- Why somebody's outgoing money is held. person.is_locked says that one of these is open.
CREATE TABLE account_hold (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('operator', 'takedown', 'late-payment')),
  reason text NOT NULL,
  -- The takedown or the payout it came of.
  ref_id uuid,
  held_by uuid,
  created_at timestamptz NOT NULL,
  released_by uuid,
  released_at timestamptz
);
CREATE INDEX account_hold_open ON account_hold (person_id) WHERE released_at IS NULL;
INSERT INTO account_hold (id, person_id, cause, reason, created_at)
SELECT gen_random_uuid(), id, 'operator', 'Held before reasons were kept.', now() FROM person WHERE is_locked;

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

-- Never changed: who did what to whom, and why.
CREATE TABLE admin_action (
  id uuid PRIMARY KEY,
  admin_id uuid NOT NULL,
  action text NOT NULL,
  target_type text,
  target_id uuid,
  reason text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX admin_action_newest ON admin_action (created_at DESC, id DESC);
CREATE TRIGGER admin_action_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_action EXECUTE FUNCTION refuse_change();

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
-- Somebody reports a content once until it has been looked at.
CREATE UNIQUE INDEX report_open ON report (content_id, reporter_id) WHERE resolved_at IS NULL;
CREATE INDEX report_queue ON report (created_at) WHERE resolved_at IS NULL;
