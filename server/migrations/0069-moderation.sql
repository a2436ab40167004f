-- expand: reports of the same thing are a case, which a moderator claims and decides; notices and objections are reports too

CREATE TABLE moderation_case (
  id uuid PRIMARY KEY,
  -- Content or a comment; for an appeal or a counter-notice the decision that it is against.
  subject_id uuid NOT NULL,
  subject_type text NOT NULL,
  title text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('report', 'counter-notice', 'appeal', 'held-upload')),
  -- The most urgent one of its reports, and when that is due.
  reason text NOT NULL,
  due_at timestamptz NOT NULL,
  -- Of a counter-notice: content is not restored before.
  not_before timestamptz,
  -- Owner of the content, author of the comment, or who objects.
  affected_id uuid,
  opened_at timestamptz NOT NULL,
  claimed_by uuid,
  claimed_until timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  outcome text CHECK (outcome IN ('dismissed', 'acted')),
  -- In words, for everybody concerned.
  answer text,
  -- What the decision took down.
  takedown_id uuid REFERENCES takedown,
  CHECK ((decided_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX moderation_case_open ON moderation_case (subject_id, kind) WHERE decided_at IS NULL;
CREATE INDEX moderation_case_queue ON moderation_case (due_at, id) WHERE decided_at IS NULL;
CREATE INDEX moderation_case_decided ON moderation_case (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX moderation_case_affected ON moderation_case (affected_id) WHERE affected_id IS NOT NULL;
CREATE INDEX moderation_case_takedown ON moderation_case (takedown_id) WHERE takedown_id IS NOT NULL;

-- Only operators see them.
CREATE TABLE case_note (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES moderation_case,
  author_id uuid NOT NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX case_note_case ON case_note (case_id, created_at);

-- A formal notice comes from somebody without an account.
ALTER TABLE report ALTER COLUMN reporter_id DROP NOT NULL;
ALTER TABLE report
  ADD COLUMN kind text NOT NULL DEFAULT 'report' CHECK (kind IN ('report', 'counter-notice', 'appeal', 'held-upload')),
  -- Null: not in a case yet.
  ADD COLUMN case_id uuid REFERENCES moderation_case,
  ADD COLUMN due_at timestamptz,
  ADD COLUMN not_before timestamptz,
  -- Of a notice or counter-notice: what the law asks for, by the names in the contract.
  ADD COLUMN form jsonb;
CREATE INDEX report_case ON report (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX report_unfiled ON report (created_at) WHERE case_id IS NULL AND resolved_at IS NULL;
-- Everybody affected objects to a decision once.
CREATE UNIQUE INDEX report_objection ON report (content_id, reporter_id) WHERE kind IN ('counter-notice', 'appeal');

ALTER TABLE takedown ADD COLUMN ground text NOT NULL DEFAULT 'other'
  CHECK (ground IN ('copyright', 'illegal', 'hateful', 'misleading', 'spam', 'other'));
ALTER TABLE takedown_item DROP CONSTRAINT takedown_item_content_type_check;
ALTER TABLE takedown_item ADD CONSTRAINT takedown_item_content_type_check
  CHECK (content_type IN ('artist', 'podcast', 'track', 'episode'));
-- Restored for its owner while the takedown stays for others.
ALTER TABLE takedown_item ADD COLUMN restored_at timestamptz;
CREATE INDEX takedown_item_owner ON takedown_item (owner_id);
ALTER TABLE track ADD COLUMN taken_down_at timestamptz;
ALTER TABLE episode ADD COLUMN taken_down_at timestamptz;
