-- expand: holders of tickets are reminded of their event a day before it.

-- Since when its holder has it, if it was handed on; otherwise since created_at.
ALTER TABLE ticket ADD COLUMN held_since timestamptz;

-- Written in the transaction that sends the reminder, so that each holder gets one.
CREATE TABLE ticket_reminder (
  concert_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The beginning that the holder was reminded of. When the event is moved to at least a day later, there is another reminder.
  begins_at timestamptz NOT NULL,
  PRIMARY KEY (concert_id, user_id)
);
CREATE INDEX ticket_reminder_user ON ticket_reminder (user_id);
CREATE INDEX concert_by_beginning ON concert (begins_at)
  WHERE deleted_at IS NULL AND NOT is_draft AND cancelled_at IS NULL;
