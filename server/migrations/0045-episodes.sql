-- expand: episodes have a number, a kind, notes, and a transcript.

ALTER TABLE episode ADD COLUMN number integer CHECK (number > 0);
ALTER TABLE episode ADD COLUMN kind text NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'trailer', 'bonus'));
-- Markdown.
ALTER TABLE episode ADD COLUMN notes text;

CREATE TABLE transcript (
  episode_id uuid PRIMARY KEY,
  -- By start: startMs, endMs, speaker, text.
  cues jsonb NOT NULL,
  -- Of all texts: whether a page shows it immediately.
  characters integer NOT NULL
);
