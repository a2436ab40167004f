-- expand: whom a boost could not pay, to be listed on its receipt

ALTER TABLE boost
  ADD COLUMN left_out jsonb;
