-- Titles need not be unique; uploads say which file they wait for; accounts take turns at transcoding.

DROP INDEX track_title;
DROP INDEX episode_title;

ALTER TABLE asset
  -- {"name", "sizeBytes", "modifiedAt"}: the file that its owner announced, to recognise it when it is chosen again.
  ADD COLUMN announced jsonb,
  -- When it was last claimed for transcoding, as a number: the account whose last turn is the longest ago is next.
  ADD COLUMN turn bigint;
CREATE SEQUENCE asset_turn;
CREATE INDEX asset_turn_of_owner ON asset (owner, turn) WHERE turn IS NOT NULL;
CREATE INDEX asset_open_of_owner ON asset (owner, id) WHERE state IN ('awaiting-upload', 'uploaded', 'processing');
