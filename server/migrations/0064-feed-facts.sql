-- expand: podcasts say whether they may be moved, verify themselves and recommend others; directories are notified of feeds

ALTER TABLE podcast
  ADD COLUMN is_locked boolean NOT NULL DEFAULT true,
  -- Given by a directory, to prove that the feed is its owner's.
  ADD COLUMN verification_code text,
  -- A line per feed.
  ADD COLUMN podroll text;

-- The last change of a feed that a service was notified of.
CREATE TABLE feed_notice (
  content_id uuid NOT NULL REFERENCES content (id),
  service text NOT NULL CHECK (service IN ('podcast-index', 'websub', 'podping')),
  tried_at timestamptz NOT NULL,
  -- Null: none yet.
  changed_at timestamptz,
  PRIMARY KEY (content_id, service)
);
