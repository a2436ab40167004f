-- expand: settings that all processes of an installation share
CREATE TABLE shared_setting (
  -- The variable.
  name text PRIMARY KEY,
  value text NOT NULL
);
