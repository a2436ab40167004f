/** Builds the parts the server is made of, in order, and takes them down in the opposite one.
 * Which room answers what is app.ts. */
import { join } from 'node:path'
import { createEmbeddedIdentity } from './identity/embedded.ts'
import type { IdentityPort } from './identity/port.ts'
import type { LightningNode } from './lightning/node.ts'
import { createSandboxNode, type SandboxNode } from './lightning/sandbox/adapter.ts'
import { bindInstallation, type NodeIdentity } from './payments/installation.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { readSecret, type Config } from './platform/config.ts'
import { connectDatabase, type Database } from './platform/database.ts'
import { startEmbeddedDatabase } from './platform/embedded-database.ts'
import { createSignals, type Signals } from './platform/event-stream.ts'
import { createFailpoints } from './platform/failpoints.ts'
import { openDiskFiles, type DiskFiles } from './platform/files.ts'
import type { Log } from './platform/log.ts'
import { createMailer, type Mailer } from './platform/mail.ts'
import { migrate } from './platform/migrate.ts'

export type World = {
  config: Config
  log: Log
  clock: Clock
  database: Database
  files: DiskFiles
  mailer: Mailer
  signals: Signals
  identity: IdentityPort
  /** Null with any other backend. */
  sandbox: SandboxNode | null
  payments: PaymentDeps
  stop(): Promise<void>
}

/** What a test replaces: the time, and the node. */
export type OwnParts = { clock?: Clock; node?: LightningNode }

export async function buildWorld(config: Config, log: Log, own: OwnParts = {}): Promise<World> {
  const clock = own.clock ?? systemClock
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.reverse()) await one().catch((error: unknown) => log.error('stop-failed', { error }))
  }
  try {
    const { database, ownerUrl, isOurs } = await openDatabase(config, log, stops)
    const secret = readSecret(config)
    const publicUrl = config.publicUrl || `http://${config.host}:${config.port}`
    const files = await openDiskFiles({
      root: join(config.dataDir, 'files'),
      publicUrl: config.publicUrl,
      secret,
      clock,
    })
    const mailer = createMailer({ smtpUrl: config.smtpUrl || null, from: config.mailFrom, database, clock, log })
    const identity = await createEmbeddedIdentity({ database, mailer, clock, log, secret, publicUrl, config })
    const sandbox = own.node ? null : await createSandboxNode({ databaseUrl: ownerUrl, dataDir: config.dataDir, log })
    // The nodes go on for other servers of this database; when the database goes with us, so do they.
    if (sandbox !== null) stops.push(() => (isOurs ? sandbox.stop() : sandbox.close()))
    const node = own.node ?? sandbox!
    const bound = await bindInstallation(database.read, node)
    const signals = createSignals()
    const payments = paymentDeps({ config, log, clock, database, signals, node, bound })
    return { config, log, clock, database, files, mailer, signals, identity, sandbox, payments, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openDatabase(
  config: Config,
  log: Log,
  stops: (() => Promise<void>)[],
): Promise<{ database: Database; ownerUrl: string; isOurs: boolean }> {
  let url = config.databaseUrl
  let isOurs = false
  if (url === '') {
    const embedded = await startEmbeddedDatabase({ dataDir: join(config.dataDir, 'postgres'), log })
    stops.push(() => embedded.stop())
    url = embedded.url
    isOurs = !embedded.attached
  }
  const ownerUrl = config.databaseOwnerUrl || url
  const servingUser = config.databaseOwnerUrl === '' ? {} : { servingUser: new URL(url).username }
  const { servingRole, reason } = await migrate(ownerUrl, { log, ...servingUser })
  if (servingRole === null && reason !== undefined) log.warn('no-serving-role', { reason })
  const database = connectDatabase({
    url,
    maxConnections: config.databaseConnections,
    ...(servingRole === null ? {} : { role: servingRole }),
  })
  stops.push(() => database.close())
  return { database, ownerUrl, isOurs }
}

type Parts = Pick<World, 'config' | 'log' | 'clock' | 'database' | 'signals'> & {
  node: LightningNode
  bound: NodeIdentity
}

function paymentDeps({ config, log, clock, database, signals, node, bound }: Parts): PaymentDeps {
  return {
    database,
    node,
    nodePubkey: bound.pubkey,
    network: bound.network,
    clock,
    log,
    signals,
    limits: config,
    failpoint: createFailpoints(config.crashAt, log),
  }
}
