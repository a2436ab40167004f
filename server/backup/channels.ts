/** lnd's own backup of its channels, in the place of the backups. With the seed of the node, it recovers the funds of all
 * channels after the machine of the node is lost. lnd encrypts it. Sandbox nodes are in the database, and other backends keep
 * theirs. */
import { buffer } from 'node:stream/consumers'
import { openNode } from '#server/lightning/open-node.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Place, ReadablePlace } from './place.ts'

const KEY = 'node/lnd-channel.backup'
const TIMEOUT_MS = 10_000

/** Does nothing with another backend. Rejects when the node does not respond. */
export async function saveChannels(config: Config, place: Place): Promise<void> {
  if (config.lightning !== 'lnd') return
  const bytes = await openNode(config).backUpChannels!(AbortSignal.timeout(TIMEOUT_MS))
  // It changes only when a channel is opened or closed.
  if ((await readChannels(place))?.equals(bytes) !== true) await place.write(KEY, bytes)
}

/** Null when the place has none. */
export async function readChannels(place: ReadablePlace): Promise<Buffer | null> {
  for await (const { key } of place.list(KEY)) if (key === KEY) return buffer(place.read(KEY))
  return null
}
