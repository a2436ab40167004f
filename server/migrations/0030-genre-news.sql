-- expand: users are notified once a week of what was published in the genres they follow.

-- What was published in the genre until then has been notified. Null: nothing yet.
ALTER TABLE followed_genre ADD COLUMN news_until timestamptz;
