-- expand: the pages of a long podcast's feed are found without reading the episodes before them

CREATE INDEX episode_in_feed ON episode (podcast_id, published_at DESC, position DESC, id DESC)
  WHERE deleted_at IS NULL AND taken_down_at IS NULL AND NOT is_draft AND live_key IS NOT NULL;
