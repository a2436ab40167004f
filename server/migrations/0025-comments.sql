-- What people write under content: the messages of payments, and replies to them. Whom somebody does not want to read, and
-- whom an owner does not let write.

CREATE TABLE comment (
  id uuid PRIMARY KEY,
  -- Of a message: once for each payment, however often it is told. Null of a reply.
  payment_id uuid UNIQUE,
  -- Of a reply: the message it stands under.
  parent_id uuid,
  -- Null of who paid without a name here, and of whose account has ended.
  author_id uuid,
  content_id uuid NOT NULL,
  -- Where it is found besides: the album, and the artist or podcast that the content belongs to.
  album_id uuid,
  maker_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  amount_msat bigint CHECK (amount_msat > 0),
  content_time_seconds integer CHECK (content_time_seconds >= 0),
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- By the owner of the content.
  hidden_at timestamptz,
  -- By who wrote it, or by an operator; its text is gone then.
  deleted_at timestamptz,
  CHECK ((payment_id IS NULL) = (parent_id IS NOT NULL)),
  CHECK ((payment_id IS NULL) = (amount_msat IS NULL)),
  CHECK (deleted_at IS NULL OR body = '')
);
CREATE INDEX comment_replies ON comment (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comment_author ON comment (author_id, created_at) WHERE author_id IS NOT NULL;
CREATE INDEX comment_owner ON comment (owner_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_content_new ON comment (content_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_content_top ON comment (content_id, amount_msat DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_album_new ON comment (album_id, created_at DESC, id DESC)
  WHERE parent_id IS NULL AND album_id IS NOT NULL;
CREATE INDEX comment_album_top ON comment (album_id, amount_msat DESC, id DESC)
  WHERE parent_id IS NULL AND album_id IS NOT NULL;
CREATE INDEX comment_maker_new ON comment (maker_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comment_maker_top ON comment (maker_id, amount_msat DESC, id DESC) WHERE parent_id IS NULL;

-- Whom somebody does not want to read.
CREATE TABLE muted_person (
  user_id uuid NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, person_id),
  CHECK (user_id <> person_id)
);
CREATE INDEX muted_person_other ON muted_person (person_id);

-- Whom an owner does not let write under any content of theirs.
CREATE TABLE blocked_commenter (
  user_id uuid NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, person_id),
  CHECK (user_id <> person_id)
);
CREATE INDEX blocked_commenter_other ON blocked_commenter (person_id);

-- The messages of payments from before. What is told of them later finds them here.
INSERT INTO comment (id, payment_id, author_id, content_id, album_id, maker_id, owner_id, amount_msat,
  content_time_seconds, body, created_at)
SELECT gen_random_uuid(), z.id, z.payer_id, z.content_id, al.id, coalesce(ar.id, p.id), c.owner_id, z.amount_msat,
  z.content_time_seconds, z.comment, z.settled_at
FROM zap z JOIN content c ON c.id = z.content_id
  LEFT JOIN track t ON t.id = c.id
  LEFT JOIN episode e ON e.id = c.id
  LEFT JOIN album al ON al.id = CASE c.type WHEN 'album' THEN c.id ELSE t.album_id END
  LEFT JOIN artist ar ON ar.id = CASE c.type WHEN 'artist' THEN c.id ELSE al.artist_id END
  LEFT JOIN podcast p ON p.id = CASE c.type WHEN 'podcast' THEN c.id ELSE e.podcast_id END
  LEFT JOIN person payer ON payer.id = z.payer_id
WHERE btrim(z.comment) <> '' AND coalesce(ar.id, p.id) IS NOT NULL AND payer.deleted_at IS NULL;
