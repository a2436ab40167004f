-- expand: who listens, without storing who: plays by quarter of an hour, listeners as sketches, countries, heard parts.

ALTER TABLE play
  ADD COLUMN country text,
  -- The listener by the salt of the month. Set to null when the play is rolled up, a second after it has arrived.
  ADD COLUMN visitor bytea,
  -- Which hundredths of the recording were heard, until they are added to heard_month.
  ADD COLUMN heard smallint[],
  ADD COLUMN is_heard_known boolean NOT NULL DEFAULT false;
CREATE INDEX play_heard_waiting ON play (arrived_at) WHERE heard IS NOT NULL;

-- The day is the first of a month. The salt is deleted when the month is over.
CREATE TABLE audience_salt (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (length(salt) = 32)
);

-- How many listeners a track, episode, release, artist, podcast or owner had on a day (UTC), as a sketch: a listener is
-- hashed with the subject, so sketches of different subjects have nothing in common.
CREATE TABLE audience_day (
  subject_id uuid NOT NULL,
  day date NOT NULL,
  listeners bytea NOT NULL,
  PRIMARY KEY (subject_id, day)
);

-- Every time zone is a whole number of quarters from UTC, so the days of any zone can be summed up.
CREATE TABLE play_quarter (
  owner_id uuid NOT NULL,
  begins_at timestamptz NOT NULL,
  content_id uuid NOT NULL,
  source text NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (owner_id, begins_at, content_id, source)
);
-- Of earlier plays only the day is known: noon in UTC is in the same day nearly everywhere.
INSERT INTO play_quarter (owner_id, begins_at, content_id, source, plays)
SELECT owner_id, (day + time '12:00') AT TIME ZONE 'UTC', content_id, 'other', plays FROM play_day;

CREATE TABLE play_country_day (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  content_id uuid NOT NULL,
  -- ISO 3166-1.
  country text NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (owner_id, day, content_id, country)
);

-- How many plays there were whose heard parts are known, and how many of them heard each hundredth of the recording.
CREATE TABLE heard_month (
  content_id uuid NOT NULL,
  month date NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  heard integer[] NOT NULL CHECK (cardinality(heard) = 100),
  PRIMARY KEY (content_id, month)
);

-- Users whose history is not recorded.
CREATE TABLE history_off (
  user_id uuid PRIMARY KEY,
  since timestamptz NOT NULL
);
-- The history no longer has the ids of plays.
UPDATE heard SET play_id = gen_random_uuid() WHERE started_at > now() - interval '9 days';
