-- expand: splits name people who are not known yet, by invitations; their shares wait like those of partners who have not agreed.

CREATE TABLE split_invitation (
  -- Stands where splits, terms and waiting shares have the id of a user, until there is one.
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  -- The owner of the content.
  owner_id uuid NOT NULL,
  -- Only the account with this address can accept.
  email text CHECK (email = lower(email) AND length(email) <= 254),
  -- What the owner calls the person whom a link is for. Empty once the account of the owner is deleted.
  label text CHECK (length(label) <= 60),
  -- sha256; the token itself is only in the link. Null while there is no link.
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- Who accepted, and up to which version. The taker of a link is paid only after the owner has confirmed them.
  taken_by uuid,
  taken_number integer,
  confirmed_at timestamptz,
  CHECK ((email IS NULL) <> (label IS NULL)),
  CHECK ((taken_by IS NULL) = (taken_number IS NULL)),
  CHECK (confirmed_at IS NULL OR taken_by IS NOT NULL)
);
CREATE INDEX split_invitation_of_content ON split_invitation (content_id);
CREATE INDEX split_invitation_of_owner ON split_invitation (owner_id);
CREATE INDEX split_invitation_of_taker ON split_invitation (taken_by) WHERE taken_by IS NOT NULL;
