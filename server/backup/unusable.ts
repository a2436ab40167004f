/** Why a backup cannot be made or restored. The message is for the operator, in plain words. */
export class BackupUnusable extends Error {
  override name = 'BackupUnusable'
}
