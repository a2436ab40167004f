-- expand: a release with a future date may have a public page before it is out.

ALTER TABLE album
  ADD COLUMN has_countdown boolean NOT NULL DEFAULT false,
  -- Whether that page names the tracks that are not out yet.
  ADD COLUMN shows_titles boolean NOT NULL DEFAULT false;

-- Public from its own date on, while its album has a countdown.
ALTER TABLE track ADD COLUMN plays_early boolean NOT NULL DEFAULT false;
