-- expand: episodes have own artwork, short pieces to begin with (soundbites), a place and a licence

ALTER TABLE content_picture ADD COLUMN color_info jsonb;

ALTER TABLE episode
  ADD COLUMN artwork_key text,
  ADD COLUMN color_info jsonb,
  ADD COLUMN soundbites jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN location text,
  ADD COLUMN geo text,
  ADD COLUMN licence text;
