-- Paying without one's name: others are told of somebody, whoever paid still finds it in their own history.

ALTER TABLE zap ADD COLUMN is_nameless boolean NOT NULL DEFAULT FALSE;
-- For when the invoice is paid from a balance here; who pays from outside has no name anyway.
ALTER TABLE invoice ADD COLUMN is_nameless boolean NOT NULL DEFAULT FALSE;

-- Who wrote it without their name: for them to take back, to be told of answers, and for when they leave. No list shows it.
ALTER TABLE comment ADD COLUMN nameless_author_id uuid;
ALTER TABLE comment ADD CONSTRAINT comment_one_author CHECK (author_id IS NULL OR nameless_author_id IS NULL);
CREATE INDEX comment_nameless_author ON comment (nameless_author_id) WHERE nameless_author_id IS NOT NULL;
