-- expand: teams of artists and podcasts: members with a role, invitations, and who uploads a file for an owner.

CREATE TABLE team_member (
  -- An artist or a podcast.
  maker_id uuid NOT NULL REFERENCES content (id),
  user_id uuid NOT NULL REFERENCES person (id),
  role text NOT NULL CHECK (role IN ('manager', 'editor', 'analyst', 'door')),
  since timestamptz NOT NULL,
  PRIMARY KEY (maker_id, user_id)
);
CREATE INDEX team_member_user ON team_member (user_id);

CREATE TABLE team_invitation (
  id uuid PRIMARY KEY,
  maker_id uuid NOT NULL REFERENCES content (id),
  -- sha256; the token itself is only in the link.
  token_hash bytea NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('manager', 'editor', 'analyst', 'door')),
  -- Only the account with this address can accept. Null: whoever has the link.
  email text CHECK (email = lower(email) AND length(email) <= 254),
  invited_by uuid NOT NULL REFERENCES person (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid REFERENCES person (id),
  CHECK ((accepted_at IS NULL) = (accepted_by IS NULL))
);
CREATE INDEX team_invitation_maker ON team_invitation (maker_id);
CREATE INDEX team_invitation_inviter ON team_invitation (invited_by);

-- Who sends the file, when that is not the owner.
ALTER TABLE asset ADD COLUMN uploader_id uuid;
CREATE INDEX asset_uploader ON asset (uploader_id) WHERE uploader_id IS NOT NULL;
