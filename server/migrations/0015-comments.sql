-- baseline: comments: messages of payments and replies to them, and whom users mute or block.

CREATE TABLE comment (
  id uuid PRIMARY KEY,
  -- Of a message; unique, so that a repeated notification of the payment adds nothing. Null for a reply.
  payment_id uuid UNIQUE,
  -- Of a reply: the message it answers.
  parent_id uuid,
  -- Null for anonymous payers, and after the author's account was deleted.
  author_id uuid,
  content_id uuid NOT NULL,
  -- The comment also appears under these: the album, and the artist or podcast of the content.
  album_id uuid,
  maker_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  amount_msat bigint CHECK (amount_msat > 0),
  content_time_seconds integer CHECK (content_time_seconds >= 0),
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- By the owner of the content.
  hidden_at timestamptz,
  -- By the author or an operator. The text is removed then.
  deleted_at timestamptz,
  -- The author of an anonymous comment: so that they can delete it, are notified of replies, and it is updated when they
  -- delete their account. Never shown to others.
  nameless_author_id uuid,
  CHECK ((payment_id IS NULL) = (parent_id IS NOT NULL)),
  CHECK ((payment_id IS NULL) = (amount_msat IS NULL)),
  CHECK (deleted_at IS NULL OR body = ''),
  CONSTRAINT comment_one_author CHECK (author_id IS NULL OR nameless_author_id IS NULL)
);
CREATE INDEX comment_replies ON comment (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comment_author ON comment (author_id, created_at) WHERE author_id IS NOT NULL;
CREATE INDEX comment_nameless_author ON comment (nameless_author_id) WHERE nameless_author_id IS NOT NULL;
CREATE INDEX comment_owner ON comment (owner_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_content_new ON comment (content_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_content_top ON comment (content_id, amount_msat DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_album_new ON comment (album_id, created_at DESC, id DESC)
  WHERE parent_id IS NULL AND album_id IS NOT NULL;
CREATE INDEX comment_album_top ON comment (album_id, amount_msat DESC, id DESC)
  WHERE parent_id IS NULL AND album_id IS NOT NULL;
CREATE INDEX comment_maker_new ON comment (maker_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_maker_top ON comment (maker_id, amount_msat DESC, id DESC) WHERE parent_id IS NULL;

-- user_id does not see what person_id writes.
CREATE TABLE muted_person (
  user_id uuid NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, person_id),
  CHECK (user_id <> person_id)
);
CREATE INDEX muted_person_other ON muted_person (person_id);

-- person_id cannot comment on any content of user_id.
CREATE TABLE blocked_commenter (
  user_id uuid NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, person_id),
  CHECK (user_id <> person_id)
);
CREATE INDEX blocked_commenter_other ON blocked_commenter (person_id);
