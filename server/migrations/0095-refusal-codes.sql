-- expand: tracks and episodes have the code of why their file was refused, which pages say in their language

ALTER TABLE track ADD COLUMN failure_code text;
ALTER TABLE episode ADD COLUMN failure_code text;
UPDATE track SET failure_code = asset.failure_code FROM asset
  WHERE track.processing_state = 'failed' AND asset.id = track.asset_id;
UPDATE episode SET failure_code = asset.failure_code FROM asset
  WHERE episode.processing_state = 'failed' AND asset.id = episode.asset_id;
