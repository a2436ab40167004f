-- expand: the owner of an artist or podcast can offer it to another user; an offer is an invitation in the role of owner.

ALTER TABLE team_invitation DROP CONSTRAINT team_invitation_role_check;
ALTER TABLE team_invitation ADD CONSTRAINT team_invitation_role_check CHECK (
  role IN ('owner', 'manager', 'editor', 'analyst', 'door')
);
-- Of an offer: only this user can accept. Null with an e-mail address.
ALTER TABLE team_invitation ADD COLUMN invitee_id uuid REFERENCES person (id);
-- Of an offer: the former owner becomes a manager instead of leaving.
ALTER TABLE team_invitation ADD COLUMN owner_stays boolean NOT NULL DEFAULT FALSE;
ALTER TABLE team_invitation ADD COLUMN declined_at timestamptz;
ALTER TABLE team_invitation ADD CONSTRAINT team_invitation_named CHECK (
  role <> 'owner' OR (invitee_id IS NULL) <> (email IS NULL)
);
CREATE INDEX team_invitation_invitee ON team_invitation (invitee_id) WHERE invitee_id IS NOT NULL;
