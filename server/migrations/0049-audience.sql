-- expand: who listens, without storing who: plays by quarter of an hour, listeners as sketches, countries, heard parts; letters.

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

-- A subject is a track, an episode, a release, an artist, a podcast or an owner. How many listeners it had on a day (UTC), as
-- a sketch: a listener is hashed with the subject, so sketches of different subjects have nothing in common.
CREATE TABLE audience_day (
  subject_id uuid NOT NULL,
  day date NOT NULL,
  listeners bytea NOT NULL,
  PRIMARY KEY (subject_id, day)
);

-- Every time zone is a whole number of quarters from UTC, so the days of any zone can be summed up.
CREATE TABLE play_quarter (
  subject_id uuid NOT NULL,
  begins_at timestamptz NOT NULL,
  source text NOT NULL,
  plays integer NOT NULL CHECK (plays > 0),
  PRIMARY KEY (subject_id, begins_at, source)
);
-- Of earlier plays only the day is known: noon in UTC is in the same day nearly everywhere.
INSERT INTO play_quarter (subject_id, begins_at, source, plays)
SELECT subject_id, (day + time '12:00') AT TIME ZONE 'UTC', 'other', sum(plays)
FROM play_day p
LEFT JOIN track t ON t.id = p.content_id LEFT JOIN album al ON al.id = t.album_id LEFT JOIN episode e ON e.id = p.content_id,
  unnest(ARRAY[p.content_id, p.owner_id, al.id, al.artist_id, e.podcast_id]) subject_id
WHERE subject_id IS NOT NULL GROUP BY 1, 2;

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
-- Users who turned the weekly letter on, also those who turned it off again, and when the next one is due.
CREATE TABLE weekly_letter (
  user_id uuid PRIMARY KEY,
  is_on boolean NOT NULL,
  time_zone text NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX weekly_letter_due ON weekly_letter (next_at) WHERE is_on;

-- The history no longer has the ids of plays.
UPDATE heard SET play_id = gen_random_uuid() WHERE started_at > now() - interval '9 days';
