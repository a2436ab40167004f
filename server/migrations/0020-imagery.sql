-- expand: artists have a banner, a gallery and a pick; releases have liner notes with photographs.

-- Photographs of an artist (banner, gallery) or an album (notes). Covers are in the tables of what they belong to.
CREATE TABLE photograph (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL REFERENCES content (id),
  place text NOT NULL CHECK (place IN ('banner', 'gallery', 'notes')),
  position integer NOT NULL,
  picture_key text NOT NULL UNIQUE,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- What a crop keeps in sight, from the left and from the top, 0 to 1.
  focus_x double precision NOT NULL CHECK (focus_x BETWEEN 0 AND 1),
  focus_y double precision NOT NULL CHECK (focus_y BETWEEN 0 AND 1),
  caption text,
  alt text,
  -- The beginning of the keys of its prints in two inks. Null in a gallery.
  print_key text UNIQUE,
  -- {"day", "night"}: five colours each, of a page with this banner.
  colors jsonb,
  created_at timestamptz NOT NULL
);
CREATE INDEX photograph_of ON photograph (content_id, place, position);
CREATE UNIQUE INDEX photograph_banner ON photograph (content_id) WHERE place = 'banner';

-- What an artist recommends of their own: a content or a playlist.
CREATE TABLE artist_pick (
  artist_id uuid PRIMARY KEY REFERENCES artist (id),
  target_id uuid NOT NULL,
  sentence text NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE liner_note (
  album_id uuid PRIMARY KEY REFERENCES album (id),
  body text NOT NULL CHECK (body <> ''),
  updated_at timestamptz NOT NULL
);

-- What a user gave to an artist or an album.
CREATE INDEX zap_of_payer ON zap (payer_id, content_id) INCLUDE (amount_msat, settled_at) WHERE payer_id IS NOT NULL;
