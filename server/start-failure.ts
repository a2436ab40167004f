/** Explains in one line why the server cannot start or continue, when the operator can do something about it. A bug of
 * ours is reported with its stack. */
import { ArchiveUnusable } from './archives/unusable.ts'
import { BackupUnusable } from './backup/unusable.ts'
import { WrongLightningNode } from './payments/installation.ts'
import { InvalidSetting } from './platform/config/values.ts'
import { isDatabaseUnreachable } from './platform/database/database.ts'
import { DatabaseLost } from './platform/database/watch.ts'
import { FolderUnusable } from './platform/files/data-folder.ts'
import { DiskFull, diskFull, isDiskFull } from './platform/files/disk.ts'
import { OtherServers, WrongSecret } from './platform/secrets/installation-secret.ts'
import { WrongSetting } from './platform/secrets/shared-settings.ts'
import { DatabaseUnusable } from './platform/database/migrate.ts'

const EXPLAINED = [
  InvalidSetting,
  WrongLightningNode,
  WrongSecret,
  OtherServers,
  WrongSetting,
  DiskFull,
  FolderUnusable,
  DatabaseUnusable,
  BackupUnusable,
  ArchiveUnusable,
]

export function explainFailure(error: unknown): string {
  const { code, message, stack, cause } = error as Error & { code?: string }
  if (EXPLAINED.some((known) => error instanceof known)) return message
  if (isDiskFull(error) || isDiskFull(cause ?? {})) return `${diskFull('DATA_DIR').message} (${message})`
  if (isPortRefused(error)) {
    const { address, port } = error as Error & { address?: string; port?: number }
    const why = code === 'EACCES' ? 'reserved for the system' : 'in use by another program'
    return `Port ${port} at ${address} is ${why}. Choose another with PORT, for example PORT=3001.`
  }
  // The refused connection may be the node's: then the error's own message names the address.
  if (error instanceof DatabaseLost || (isDatabaseUnreachable(error) && !/^E[A-Z]+$/.test(code ?? ''))) {
    return `The database became unreachable (${message}). The server has stopped: start it again when the database is available.`
  }
  return code === undefined ? (stack ?? message) : message
}

function isPortRefused(error: unknown): boolean {
  const { code, syscall } = error as { code?: string; syscall?: string }
  return syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES')
}
