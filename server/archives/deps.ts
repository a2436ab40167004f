/** The dependencies of this module. */
import type { FeedHome } from '#server/catalog/feed-guids.ts'
import type { DownloadDeps } from '#server/downloads/deps.ts'

export type ArchiveDeps = DownloadDeps & {
  brandName: string
  feedHome: FeedHome
  /** The export of an account, as JSON. */
  writeAccount: (userId: string) => AsyncIterable<string>
}
