-- Where somebody stopped listening to an episode, on whichever device.
CREATE TABLE resume_position (
  user_id uuid NOT NULL,
  content_id uuid NOT NULL,
  position_ms integer NOT NULL CHECK (position_ms >= 0),
  -- By the clock of the device, but never later than it was told here.
  listened_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, content_id)
) WITH (fillfactor = 80);
CREATE INDEX resume_position_newest ON resume_position (user_id, listened_at DESC);

-- How loud a sound is, beside its shape: players even out what differs.
ALTER TABLE waveform ADD COLUMN loudness_lufs real, ADD COLUMN true_peak_db real;
UPDATE waveform SET loudness_lufs = asset.loudness_lufs, true_peak_db = asset.true_peak_db
FROM track JOIN asset ON asset.id = track.asset_id WHERE track.id = waveform.content_id;
UPDATE waveform SET loudness_lufs = asset.loudness_lufs, true_peak_db = asset.true_peak_db
FROM episode JOIN asset ON asset.id = episode.asset_id WHERE episode.id = waveform.content_id;
