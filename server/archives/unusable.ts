/** Why the archive of an account cannot be imported, as one line for the operator. */
export class ArchiveUnusable extends Error {
  override name = 'ArchiveUnusable'
}
