/** Builds the parts of the server in order, and stops them in reverse order. Routes are bound in app.ts. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createNetworkHash } from './accounts/networks.ts'
import { createWriteAhead } from './backup/journal/sends.ts'
import { backUpBeforeUpgrade } from './backup/scheduled.ts'
import { startJournal, type StartedJournal } from './backup/journal/start.ts'
import { namesOfContents } from './catalog/content/names.ts'
import { selectSilenced } from './comments/block-list-queries.ts'
import type { Providers } from './auth/providers/external.ts'
import { createSecondFactor, type SecondFactor } from './auth/factors/second-factor.ts'
import { createProviders } from './auth/providers/providers.ts'
import type { LightningNode } from './lightning/node.ts'
import { openNode } from './lightning/open-node.ts'
import { traceNode } from './lightning/traced-node.ts'
import { createSandboxNode, type SandboxNode } from './lightning/sandbox/adapter.ts'
import { externalHost } from './lightning/sandbox/address-routes.ts'
import { sandboxPriceUrl } from './lightning/sandbox/price-route.ts'
import { bindInstallation, type NodeIdentity } from './payments/installation.ts'
import type { NostrDeps } from './nostr/deps.ts'
import { opensPlatformKey, readPlatformKey, type PlatformKey } from './nostr/platform-key.ts'
import { secretOf } from './downloads/links.ts'
import type { NotificationDeps } from './notifications/deps.ts'
import type { PaymentDeps } from './payments/deps.ts'
import type { OriginDeps } from './payments/zaps/origins.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { openDatabase } from './platform/database/open.ts'
import { requireFolder } from './platform/files/data-folder.ts'
import { watchDatabase } from './platform/database/watch.ts'
import { createDisk, type Disk, type DiskOptions, type ReadFreeBytes } from './platform/files/disk.ts'
import { createSignals, type Signals } from './platform/signals.ts'
import { createFailpoints } from './platform/failpoints.ts'
import { openFiles } from './platform/files/open.ts'
import type { StoredFiles } from './platform/files/files.ts'
import { bindSecret } from './platform/secrets/installation-secret.ts'
import type { Log } from './platform/log.ts'
import { createOutageLog } from './platform/database/outage-log.ts'
import { createOutbound } from './platform/network/outbound.ts'
import { originOf } from './platform/network/origin.ts'
import { createMailer, type Mailer, mailSubscriptions } from './platform/mail.ts'
import type { Subscriptions } from './platform/jobs/outbox.ts'
import { readSecret } from './platform/secrets/secret.ts'
import { bindSharedSettings } from './platform/secrets/shared-settings.ts'
import { createStops, type Stops } from './platform/stops.ts'
import { untilAborted } from './platform/until-aborted.ts'
import { RELAY_LIMITS, type RelayDeps } from './relay/deps.ts'
import { createHub } from './relay/hub.ts'
import { findPublicEvent } from './relay/query.ts'
import type { WalletDeps } from './wallets/deps.ts'

const PREIMAGE_PATIENCE_MS = 2_000

export type World = {
  config: Config
  /** The public origin of this server. */
  publicUrl: string
  /** The secret of this installation. */
  secret: string
  log: Log
  clock: Clock
  database: Database
  files: StoredFiles
  disk: Disk
  mailer: Mailer
  /** Delivers mail, in its own dispatcher. */
  mailing: Subscriptions
  signals: Signals
  secondFactor: SecondFactor
  /** External login providers. */
  providers: Providers
  /** Null with any other Lightning backend. */
  sandbox: SandboxNode | null
  payments: PaymentDeps
  /** Null without JOURNAL. */
  journal: StartedJournal | null
  origins: OriginDeps
  notifications: NotificationDeps
  nostr: NostrDeps
  relay: RelayDeps
  wallets: WalletDeps
  /** Called when the server is up: from then on, the server waits for a lost database to return. */
  endStartWatch(): Promise<void>
  stop(): Promise<void>
}

export type OwnParts = {
  /** Replaced by tests. */
  clock?: Clock
  node?: LightningNode
  readFreeBytes?: ReadFreeBytes
  /** Aborts the start: parts that are up are stopped, and buildWorld rejects. */
  signal?: AbortSignal
  /** The connection to the database was lost during the start, or the embedded one could not be started again. */
  onDatabaseLost?: (error: Error) => void
}

export async function buildWorld(config: Config, log: Log, own: OwnParts = {}): Promise<World> {
  const stops = createStops(log)
  try {
    await startTraces(config, log, stops)
    const building = buildParts(config, log, own, stops)
    return await (own.signal === undefined ? building : untilAborted(building, own.signal))
  } catch (error) {
    await stops.run()
    throw error
  }
}

type Shared = Omit<NotificationDeps, 'namesOfContents' | 'privateLinkOf' | 'selectSilenced' | 'outbound'>

/** With a separate client from the one for lightning address servers, so that neither uses up the other's connections. */
function notificationDeps(shared: Shared, config: Config): NotificationDeps {
  const privateLinkOf = (purchaseId: string) => `/purchase/${secretOf(shared, purchaseId)}`
  return { ...shared, namesOfContents, privateLinkOf, selectSilenced, outbound: createOutbound(hostsToAsk(config)) }
}

async function buildParts(config: Config, ownLog: Log, own: OwnParts, stops: Stops): Promise<World> {
  const outages = createOutageLog(ownLog)
  stops.push(outages.stop)
  const { log } = outages
  const { clock = systemClock, onDatabaseLost, signal } = own
  const disk = createDisk(diskOptions(config, own))
  await disk.requireForStart()
  requireFolder(config.dataDir)
  const { database, ownerUrl, isOurs } = await openDatabase(config, log, stops, {
    onLost: onDatabaseLost,
    onError: outages.note,
    beforeUpgrade: (lastMigration) => backUpBeforeUpgrade({ config, clock, log }, lastMigration),
    signal,
  })
  const endStartWatch = onDatabaseLost === undefined ? doNothing : await watchDatabase(ownerUrl, onDatabaseLost)
  stops.push(endStartWatch)
  const secret = await bindSettings(database, config)
  const publicUrl = originOf(config)
  const files = await openFiles(config, secret, clock)
  const smtp = { smtpUrl: config.smtpUrl || null, from: config.mailFrom, database, clock, log, secret }
  const [mailer, mailing] = [createMailer(smtp), mailSubscriptions(smtp)]
  const secondFactor = createSecondFactor({ database, clock, secret, brandName: config.brandName })
  const providers = createProviders(config, { database, clock, log })
  const isSandbox = own.node === undefined && config.lightning === 'sandbox'
  const sandbox = isSandbox ? await startSandbox({ config, log, ownerUrl, isOurs, stops }) : null
  const node = traceNode(own.node ?? sandbox ?? openNode(config))
  const bound = await bindInstallation(database.read, node, config.coldStorage)
  const journal = await startJournal({ config, clock, log, secret, ownerUrl })
  const signals = createSignals()
  const key = await readPlatformKey({ database, clock, secret })
  const gifts = {
    hashNetwork: createNetworkHash(secret),
    sandboxWallet: config.demo ? (sandbox?.outside ?? null) : null,
  }
  const common = { config, log, clock, database, node, publicUrl, key }
  const payments = paymentDeps({ ...common, signals, files, isSandbox, bound, gifts, journal })
  const nostr = nostrDeps(common)
  const { brandName, mailFrom } = config
  const shared = { database, clock, log, signals, mailer, secret, publicUrl, brandName, mailFrom }
  const notifications = notificationDeps(shared, config)
  const relay = relayDeps({ config, publicUrl }, nostr)
  return {
    config,
    publicUrl,
    secret,
    log,
    clock,
    database,
    files,
    disk,
    mailer,
    mailing,
    signals,
    secondFactor,
    providers,
    sandbox,
    payments,
    journal,
    origins: { database, clock, log, outbound: createOutbound(hostsToAsk(config)) },
    notifications,
    nostr,
    relay,
    wallets: { database, clock, log, payments, hub: relay.hub, relayUrl: relay.relayUrl, secret, brandName },
    endStartWatch,
    stop: () => stops.run(),
  }
}

const doNothing = async () => undefined

type SandboxParts = Pick<World, 'config' | 'log'> & { ownerUrl: string; isOurs: () => boolean; stops: Stops }

/** Before everything that can be traced. The exporter is loaded only if it is configured. */
async function startTraces(config: Config, log: Log, stops: Stops): Promise<void> {
  if (config.otlpTracesUrl === '') return
  const { exportTraces } = await import('./platform/export-traces.ts')
  stops.push(exportTraces(config, log))
}

async function startSandbox({ config, log, ownerUrl, isOurs, stops }: SandboxParts): Promise<SandboxNode> {
  const sandbox = await createSandboxNode({ databaseUrl: ownerUrl, dataDir: config.dataDir, log })
  // The sandbox nodes keep running for other servers of this database. They stop when the database stops with this process.
  stops.push(() => (isOurs() ? sandbox.stop() : sandbox.close()))
  return sandbox
}

/** Must happen before anything is written. Returns the secret. */
async function bindSettings({ read }: Database, config: Config): Promise<string> {
  const secret = readSecret(config)
  await bindSecret(read, secret, (tx) => opensPlatformKey(tx, secret))
  await bindSharedSettings(read, config)
  return secret
}

function diskOptions({ dataDir, keepFreeMib }: Config, { readFreeBytes }: OwnParts): DiskOptions {
  const options = { folder: dataDir, keepFreeBytes: keepFreeMib * 2 ** 20 }
  return readFreeBytes === undefined ? options : { ...options, readFreeBytes }
}

type Parts = Pick<World, 'config' | 'log' | 'clock' | 'database' | 'signals' | 'files'> & {
  node: LightningNode
  isSandbox: boolean
  bound: NodeIdentity
  publicUrl: string
  key: PlatformKey
  journal: StartedJournal | null
  gifts: Pick<PaymentDeps, 'hashNetwork' | 'sandboxWallet'>
}

function paymentDeps(parts: Parts): PaymentDeps {
  const { config, log, clock, database, signals, files, node, isSandbox, bound, publicUrl, key, gifts } = parts
  const { journal } = parts
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
    writeAhead: journal === null ? doNothing : createWriteAhead(database, journal.journal),
    outbound: createOutbound(hostsToAsk(config)),
    publicOrigin: publicUrl,
    files,
    nostrPubkey: key.pubkey,
    findNostrEvent: (tx, eventId) => findPublicEvent(tx, eventId, clock.now()),
    ...gifts,
    ...priceService(config, isSandbox),
  }
}

function nostrDeps(parts: Omit<Parts, 'bound' | 'files' | 'signals' | 'isSandbox' | 'gifts' | 'journal'>): NostrDeps {
  const { config, log, clock, database, node, publicUrl, key } = parts
  return {
    database,
    clock,
    log,
    key,
    outbound: createOutbound(hostsToAsk(config)),
    relayUrl: `${publicUrl.replace(/^http/, 'ws')}/relay`,
    publicRelays: config.publicRelays,
    findPreimage: (paymentHash) => findPreimage(node, paymentHash),
  }
}

function relayDeps(
  { config, publicUrl }: { config: Config; publicUrl: string },
  { database, clock, log, relayUrl, key }: NostrDeps,
): RelayDeps {
  const limits = {
    ...RELAY_LIMITS,
    connectionsMax: config.relayConnections,
    connectionsPerAddress: config.relayConnectionsPerAddress,
    eventsPerMinute: config.relayEventsPerMinute,
    requestsPerMinute: config.relayRequestsPerMinute,
  }
  const hub = createHub({ database })
  const { brandName: name } = config
  return { database, hub, clock, log, relayUrl, name, publicUrl, version: readVersion(), pubkey: key.pubkey, limits }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** A receipt is valid without a preimage, so the wait is short. */
async function findPreimage(node: LightningNode, paymentHash: string): Promise<string | null> {
  const giveUp = pause(PREIMAGE_PATIENCE_MS, null, { ref: false })
  const found = await Promise.race([node.lookupInvoice(paymentHash).catch(() => null), giveUp])
  return found?.state === 'paid' ? (found.preimage ?? null) : null
}

/** Without PRICE_URL the sandbox uses its own price service on loopback; other backends then have no prices. */
function priceService({ priceUrl, port }: Config, isSandbox: boolean) {
  const isSandboxPrice = isSandbox && priceUrl === '' && port !== 0
  return { priceUrl: isSandboxPrice ? sandboxPriceUrl(port) : priceUrl, isSandboxPrice }
}

/** The sandbox connects only to test hosts, its own external wallet, and the host of PRICE_URL. */
function hostsToAsk({ lightning, priceUrl, outboundAllow, port }: Config): { allow: string[]; publicHosts?: string[] } {
  const allow = [...outboundAllow]
  if (lightning !== 'sandbox') return { allow }
  const publicHosts = priceUrl === '' ? [] : [new URL(priceUrl).hostname]
  return { allow: [...allow, externalHost(port)], publicHosts }
}
