/** The server that the drill loses: a separate process, on a database that survives as the twin, with which the restored
 * databases are compared. */
import path from 'node:path'
import { openJournalAt } from '#server/backup/journal/objects.ts'
import { writeJournal } from '#server/backup/journal/write.ts'
import { makeBackup, type MadeBackup } from '#server/backup/make.ts'
import { openPlace } from '#server/backup/place.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { silentLog } from '#server/platform/log.ts'
import { readSecret } from '#server/platform/secrets/secret.ts'
import { findFreePort, type ServerProcess, startServer } from '#tests/faults/server-process.ts'
import { type StandbyPair, startStandbyPair } from '#tests/other-postgres.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { testConfig } from '#tests/world.ts'
import type { DrillNode } from './nodes.ts'

export type Original = {
  config: Config
  origin: string
  database: Database
  /** With a standby. */
  pair: StandbyPair | null
  start(): Promise<void>
  /** Stops it with SIGTERM, and writes all pending changes to the journal. */
  stopAndFlush(): Promise<void>
  kill(): Promise<void>
  backUp(): Promise<MadeBackup>
}

/** With the same public address, the pages of all servers have the same bytes. The limits for users are not what is tested. */
const SETTINGS = {
  PASSPHRASE: 'a passphrase for the drill',
  PUBLIC_URL: 'https://peal.example',
  YOUNG_WITHDRAWAL_MSAT: '1000000000000',
  DAILY_WITHDRAWAL_MSAT: '1000000000000',
  FAILED_WITHDRAWALS_PER_HOUR: '1000',
}

export const placeIn = (folder: string) => path.join(folder, 'place')

/** The configuration of a server of this drill. */
export function drillConfig(node: DrillNode, dataDir: string, databaseUrl: string, journal: string): Config {
  return testConfig(dataDir, databaseUrl, { ...SETTINGS, ...node.settings, JOURNAL: journal })
}

type Options = { folder: string; node: DrillNode; isStandby: boolean }

export async function startOriginal(
  stack: AsyncDisposableStack,
  { folder, node, isStandby }: Options,
): Promise<Original> {
  const pair = isStandby ? await startStandbyPair(stack, folder) : null
  const databaseUrl = pair?.urls.primary ?? stack.use(await createTestDatabase()).ownerUrl
  if (pair !== null) await migrate(databaseUrl)
  const dataDir = path.join(folder, 'original')
  const journal = path.join(folder, 'journal')
  const config = drillConfig(node, dataDir, databaseUrl, journal)
  const database = connectDatabase({ url: databaseUrl, maxConnections: 4 })
  stack.defer(() => database.close())
  const port = String(await findFreePort())
  const settings = {
    ...SETTINGS,
    ...node.settings,
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    JOURNAL: journal,
    LAB_PAGES: 'on',
  }
  let server: ServerProcess | null = null
  const kill = async () => void (await server?.stop('SIGKILL'))
  stack.defer(kill)
  return {
    config,
    origin: `http://127.0.0.1:${port}`,
    database,
    pair,
    kill,
    async start() {
      server = await startServer({ settings })
    },
    async stopAndFlush() {
      await server?.stop('SIGTERM')
      const place = await openPlace(config, clock, journal)
      await writeJournal({ database, clock, log: silentLog, journal: openJournalAt(place, readSecret(config)) })
    },
    backUp: async () => makeBackup({ config, clock }, await openPlace(config, clock, placeIn(folder))),
  }
}
