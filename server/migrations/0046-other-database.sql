-- expand: the audit records which database it has found right, so that a copy or a standby is noticed.

-- The PostgreSQL installation, its timeline and the database. Different after a restore, and after a standby has taken
-- over. Empty for engines that do not report it.
CREATE FUNCTION database_identity() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
    || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database());
EXCEPTION WHEN OTHERS THEN
  RETURN '';
END $$;

ALTER TABLE audit_state
  -- Of the last audit that began.
  ADD COLUMN audited_database text,
  -- When the next audit will be due, by the clock of the database.
  ADD COLUMN next_at timestamptz,
  -- Of the last audit that found the books right. NULL before the first one.
  ADD COLUMN checked_database text;
