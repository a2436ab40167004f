/** Builds the parts the server is made of, in order, and takes them down in the opposite one.
 * Which room answers what is app.ts. */
import { join } from 'node:path'
import { createEmbeddedIdentity } from './identity/embedded.ts'
import type { IdentityPort } from './identity/port.ts'
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
  sandbox: SandboxNode
  payments: PaymentDeps
  stop(): Promise<void>
}

export async function buildWorld(config: Config, log: Log, clock: Clock = systemClock): Promise<World> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.reverse()) await one().catch((error: unknown) => log.error('stop-failed', { error }))
  }
  try {
    const { database, ownerUrl } = await openDatabase(config, log, stops)
    const secret = readSecret(config)
    const publicUrl = config.publicUrl || `http://${config.host}:${config.port}`
    const files = await openDiskFiles({ root: join(config.dataDir, 'files'), publicUrl: config.publicUrl, secret, clock })
    const mailer = createMailer({ smtpUrl: config.smtpUrl || null, from: config.mailFrom, database, clock, log })
    const identity = await createEmbeddedIdentity({ database, mailer, clock, log, secret, publicUrl, config })
    const sandbox = await createSandboxNode({ databaseUrl: ownerUrl, dataDir: config.dataDir, log })
    stops.push(() => sandbox.close())
    const bound = await bindInstallation(database.read, sandbox)
    const signals = createSignals()
    const payments = paymentDeps({ config, log, clock, database, signals, sandbox, bound })
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
): Promise<{ database: Database; ownerUrl: string }> {
  let url = config.databaseUrl
  if (url === '') {
    const embedded = await startEmbeddedDatabase({ dataDir: join(config.dataDir, 'postgres'), log })
    stops.push(() => embedded.stop())
    url = embedded.url
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
  return { database, ownerUrl }
}

type Parts = Pick<World, 'config' | 'log' | 'clock' | 'database' | 'signals' | 'sandbox'> & { bound: NodeIdentity }

function paymentDeps({ config, log, clock, database, signals, sandbox, bound }: Parts): PaymentDeps {
  return {
    database,
    node: sandbox,
    nodePubkey: bound.pubkey,
    network: bound.network,
    clock,
    log,
    signals,
    limits: config,
    failpoint: createFailpoints(config.crashAt, log),
  }
}
