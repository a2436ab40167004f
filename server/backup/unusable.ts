/** Why a backup cannot be made or restored. The message is for the operator, in plain words. */
export class BackupUnusable extends Error {
  override name = 'BackupUnusable'
}

/** Another process of this installation is making a backup. */
export class BackupRunning extends BackupUnusable {
  override name = 'BackupRunning'
}
