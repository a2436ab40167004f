-- What a person chose for one kind of notification, where it differs from the default of server/notifications/kinds.ts.
CREATE TABLE notification_kind_choice (
  user_id uuid NOT NULL,
  kind text NOT NULL,
  is_shown boolean NOT NULL,
  is_mailed boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);
