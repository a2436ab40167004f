-- expand: items of foreign feeds can be in playlists (playlist_entry.track_id is then the id of the item)

-- It is, or was, in a playlist of this server, so its feed is read as long as it is.
ALTER TABLE foreign_item ADD COLUMN is_listed_here boolean NOT NULL DEFAULT false;
CREATE INDEX foreign_item_listed_here ON foreign_item (feed_id) WHERE is_listed_here;
