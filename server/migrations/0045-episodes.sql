-- expand: episodes have a number and a kind.

ALTER TABLE episode ADD COLUMN number integer CHECK (number > 0);
ALTER TABLE episode ADD COLUMN kind text NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'trailer', 'bonus'));
