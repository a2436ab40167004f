-- The public room of an artist (NIP-28): the event that made it, and the key that signed that. What is said is at relays.

ALTER TABLE artist ADD COLUMN room_id text CHECK (room_id ~ '^[0-9a-f]{64}$');
ALTER TABLE artist ADD COLUMN room_pubkey text CHECK (room_pubkey ~ '^[0-9a-f]{64}$');
ALTER TABLE artist ADD CONSTRAINT artist_room_whole CHECK ((room_id IS NULL) = (room_pubkey IS NULL));
