-- expand: feeds that ask not to be listed are known, so that playlists do not publish their addresses

ALTER TABLE foreign_feed ADD COLUMN is_private boolean NOT NULL DEFAULT false;
