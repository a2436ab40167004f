/** Binds every module's routes to the HTTP server, in the order in which they are matched. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Registry } from '@prometheus-io/client'
import { createVisitorCall } from '#web/data/api.ts'
import { writeEmbed } from '#web/embed/write-embed.ts'
import { pages } from '#web/routes.ts'
import { createNetworkNotes, type NoteNetwork } from './accounts/networks.ts'
import { readUser } from './accounts/users.ts'
import { adminRoutes } from './admin/routes.ts'
import { bindPages, installationOf, type PageMode } from './bind-pages.ts'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { readTopMessages } from './comments/lists.ts'
import { commentRoutes } from './comments/routes.ts'
import { feedHomeOf } from './catalog/feed-guids.ts'
import { cardRoutes } from './cards/routes.ts'
import type { ClipDeps } from './clips/deps.ts'
import { clipRoutes } from './clips/routes.ts'
import { concertRoutes } from './concerts/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { archiveRoutes } from './archives/routes.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { letterRoutes } from './letters/routes.ts'
import { fanRoutes } from './fans/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { foreignRoutes } from './foreign/routes.ts'
import { movingRoutes } from './moving/routes.ts'
import { serveMetrics } from './health/listener.ts'
import { healthRoutes } from './health/routes.ts'
import { horizonRoutes } from './horizon/routes.ts'
import { liabilityRoutes } from './liabilities/routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { originsOf } from './auth/nostr/header.ts'
import { readUserBalance } from './ledger/balances.ts'
import { positionRoutes } from './library/positions-routes.ts'
import { recordListening } from './library/history.ts'
import { libraryRoutes } from './library/routes.ts'
import { sandboxRoutes } from './lightning/sandbox/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { isAwaited, markUploaded } from './media/uploads.ts'
import { accountRoutes } from './me/account-routes.ts'
import { ratesOf } from './auth/login/limits.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { isNostrSigned, type NostrLoginDeps } from './auth/nostr/signer.ts'
import { nostrRoutes } from './auth/nostr-routes.ts'
import { liveRoutes } from './me/live.ts'
import { passwordRoutes } from './auth/password-routes.ts'
import { proofRoutes } from './auth/proof-routes.ts'
import { securityRoutes } from './auth/security-routes.ts'
import { listLoginMethods } from './auth/login-methods.ts'
import { socialRoutes } from './auth/social-routes.ts'
import { legalRoutes } from './legal/routes.ts'
import { demoRoutes } from './demo.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { embedRoutes } from './embeds/routes.ts'
import { readEmbedParts } from './embeds/script.ts'
import { sitemapRoutes } from './discovery/sitemap.ts'
import { addressRoutes } from './payments/addresses/routes.ts'
import { createDeliveryNotes } from './payments/promos/deliveries.ts'
import { purchaseRoutes } from './payments/purchases/routes.ts'
import { readCentsPerBtc } from './payments/price.ts'
import { checkAddress, ownUsername } from './payments/addresses/external.ts'
import { paymentRoutes } from './payments/routes.ts'
import { hasHolds, hasTickets } from './payments/tickets/queries.ts'
import { ticketRoutes } from './payments/tickets/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { playlistRoutes } from './playlists/routes.ts'
import { fileRoutes } from './platform/files/routes.ts'
import type { Tx } from './platform/database/database.ts'
import { originsOfFiles } from './platform/files/open.ts'
import type { RunningJobs } from './platform/jobs/jobs.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveOnly } from './platform/http/served-roles.ts'
import { describeApi } from './platform/http/openapi.ts'
import { readAsVisitor } from './platform/http/visitor-calls.ts'
import { watchMethods } from './platform/http/other-methods.ts'
import { nostrAuthorRoutes } from './nostr/authors.ts'
import { countGoing } from './nostr/calendar-events.ts'
import { nostrNameRoutes } from './nostr/names.ts'
import { pointerRoutes } from './nostr/pointers.ts'
import { listKnownProfiles, readStoredProfile } from './nostr/profiles.ts'
import { relayRoutes, type RunningRelay } from './relay/relay.ts'
import { announcedIn, servicesOf } from './rss/notices.ts'
import { rssRoutes } from './rss/routes.ts'
import { surfaceRoutes } from './rss/surfaces.ts'
import { playRoutes } from './plays/routes.ts'
import { walletRoutes } from './wallets/routes.ts'
import { settingsRoutes } from './settings.ts'
import { statsRoutes } from './stats/routes.ts'
import type { World } from './world.ts'

export type App = {
  http: FastifyInstance
  /** Null without METRICS_LISTEN. */
  metricsOrigin: string | null
  /** Runs one round of every job now; resolves with the names of the jobs. */
  runJobs(): Promise<string[]>
  /** From now on /readyz responds with 503, and everything else continues. */
  drain(): void
  stop(): Promise<void>
}

type StartJobs = (world: World, clips: ClipDeps) => Promise<RunningJobs>

/** Together well below the limit after which main.ts ends the process. */
const CLOSE_TIMEOUT_MS = 5_000
const WORK_PATIENCE_MS = 6_000

/** `startJobs` is startBackground, whose imports are as many as those of all routes. */
export async function createApp(world: World, pageMode: PageMode, startJobs: StartJobs): Promise<App> {
  const { config, database, log } = world
  const registry = new Registry()
  const nostr = { database, clock: world.clock, config, origins: originsOf(world.publicUrl) }
  const http = await createHttpServer({
    database,
    log,
    trustedProxies: config.trustedProxies,
    authenticate: createAuthenticator({
      database,
      clock: world.clock,
      nostr,
      noteNetwork: networkNotesOf(world),
      // The sandbox has no real money.
      operatorsNeedSecondFactor: config.lightning !== 'sandbox',
    }),
    isBodySigned: (request: FastifyRequest) => isNostrSigned(nostr, request),
    cachesResponses: true,
    fileOrigins: originsOfFiles(config),
    publicRelays: config.publicRelays,
    mediaOrigins: config.outboundAllow.map((host) => `http://${host}`),
    requireWritable: world.disk.requireWritable,
    ...(config.metricsListen !== '' && { registry }),
  })
  serveOnly(http, config.roles)
  const refuseOtherMethods = watchMethods(http)
  bindServer(http, world)
  bindAccounts(http, world, nostr)
  bindContent(http, world)
  const relay = bindMoneyAndNostr(http, world)
  const draining = new AbortController()
  const metricsOrigin = await bindHealth(http, world, { relay, registry, draining: draining.signal })
  bindListening(http, world)
  const asVisitor = readAsVisitor(http)
  const ask = createVisitorCall(asVisitor)
  const clips = { ...world, ask, brandName: config.brandName }
  cardRoutes(http, clips)
  clipRoutes(http, clips)
  embedRoutes(http, {
    ...(await readEmbedParts(pageMode)),
    ask,
    write: writeEmbed,
    brandName: config.brandName,
    publicUrl: world.publicUrl,
    fileOrigins: originsOfFiles(config),
  })
  // Routes registered in a nested Fastify scope are known only after it has loaded.
  await http.after()
  refuseOtherMethods()
  await bindPages(http, world, pageMode, asVisitor)
  const background = await startJobs(world, clips).catch(async (error: unknown) => {
    await http.close()
    throw error
  })
  return {
    http,
    metricsOrigin,
    runJobs: async () => (await Promise.all([background.runAll(), relay.runAll()])).flat(),
    drain: () => draining.abort(),
    stop: () => stopApp(http, background),
  }
}

async function stopApp(http: FastifyInstance, background: RunningJobs): Promise<void> {
  const startedAt = performance.now()
  // Half-sent requests and slow uploads may finish, but only within this time.
  const timeout = setTimeout(() => http.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await http.close()
  clearTimeout(timeout)
  // Handlers keep running after their clients have disconnected, and they still need the database.
  await http.inFlight.rest(Math.max(0, WORK_PATIENCE_MS - (performance.now() - startedAt)))
  await background.stop()
}

/** Only gifts of the house need the networks of users. */
function networkNotesOf({ config, database, clock, payments }: World): NoteNetwork {
  return config.isGiving ? createNetworkNotes({ database, clock }, payments.hashNetwork) : async () => undefined
}

function bindServer(http: FastifyInstance, world: World): void {
  const { config, database, clock, log, sandbox } = world
  let api: ReturnType<typeof describeApi> | undefined
  http.get('/openapi.json', () => (api ??= describeApi({ title: config.brandName, publicUrl: config.publicUrl })))
  legalRoutes(http, { config, log })
  settingsRoutes(http, installationOf(world))
  demoRoutes(http, { database, isOn: config.demo && sandbox !== null })
  if (sandbox !== null) sandboxRoutes(http, { sandbox, database, clock, port: config.port })
}

function bindAccounts(http: FastifyInstance, world: World, nostr: NostrLoginDeps): void {
  const { config, database, clock, files, sandbox } = world
  const listProfiles = (tx: Tx, userId: string) => listKnownProfiles(tx, userId, clock.now())
  const readProfile = (tx: Tx, pubkey: string) => readStoredProfile(tx, pubkey, clock.now())
  const logins = { ...world, rates: ratesOf(config.demo && sandbox !== null) }
  passwordRoutes(http, { ...logins, providers: listLoginMethods(config, world.publicUrl) })
  securityRoutes(http, logins)
  proofRoutes(http, logins)
  nostrRoutes(http, { ...nostr, readProfile })
  socialRoutes(http, world)
  accountRoutes(http, { database, clock, config, files, readBalance: readUserBalance, listProfiles })
}

function bindContent(http: FastifyInstance, world: World): void {
  const { config, database, clock, files } = world
  const deps = { database, clock, files }
  fileRoutes(http, {
    files,
    isAwaited: (key) => isAwaited({ database }, key),
    onUploaded: (key) => markUploaded(deps, key),
    onDelivered: createDeliveryNotes(world.payments),
  })
  mediaRoutes(http, deps)
  const addresses = {
    readOwnName: (address: string) => ownUsername(world.payments, address),
    check: (address: string) => checkAddress(world.payments, address),
  }
  const sign = (event: UnsignedEvent) => signEvent(event, world.nostr.key.secretKey)
  const splitDeps = { addresses, invitationMail: world.notifications, sign }
  catalogRoutes(http, { ...deps, ...splitDeps, feedHome: feedHomeOf(config) }, (caller, contentId, limit) =>
    readTopMessages(deps, caller, contentId, limit),
  )
  const { brandName } = world.config
  movingRoutes(http, { ...world, brandName, outbound: world.origins.outbound, feedHome: feedHomeOf(config) })
  archiveRoutes(http, { ...world, brandName: config.brandName })
  downloadRoutes(http, { ...world, readCentsPerBtc: (tx, now) => readCentsPerBtc(world.payments, tx, now) }, config)
  const feedHome = feedHomeOf(config)
  const rss = { ...world, feedHome, brandName: config.brandName, notified: announcedIn(config) }
  rssRoutes(http, rss)
  surfaceRoutes(http, { ...rss, services: servicesOf(config) })
  discoveryRoutes(http, deps)
  const listed = pages.flatMap((page) => (page.isListed ? page.path : []))
  sitemapRoutes(http, deps, { publicUrl: world.publicUrl, listed })
}

function bindMoneyAndNostr(http: FastifyInstance, world: World): RunningRelay {
  const { payments } = world
  paymentRoutes(http, payments)
  purchaseRoutes(http, { ...world, brandName: world.config.brandName })
  foreignRoutes(http, { ...world, outbound: world.origins.outbound })
  concertRoutes(http, {
    ...world,
    limits: payments.limits,
    publicOrigin: payments.publicOrigin,
    readCentsPerBtc: (tx, now) => readCentsPerBtc(payments, tx, now),
    hasTickets,
    hasHolds,
    countGoing,
  })
  ticketRoutes(http, payments)
  addressRoutes(http, world.payments)
  liabilityRoutes(http, world)
  const relay = relayRoutes(http, world.relay, world.config.roles.includes('relay'))
  walletRoutes(http, world.wallets)
  nostrAuthorRoutes(http, world.nostr)
  nostrNameRoutes(http, world.nostr)
  pointerRoutes(http, world)
  return relay
}

type HealthParts = { relay: RunningRelay; registry: Registry; draining: AbortSignal }

/** Returns the origin of the metrics. */
function bindHealth(http: FastifyInstance, world: World, { relay, registry, draining }: HealthParts) {
  const { payments, config } = world
  const health = {
    ...world,
    node: payments.node,
    roles: config.roles,
    nodeCeilingMsat: config.nodeCeilingMsat,
    version: world.relay.version,
    countRelayConnections: relay.countConnections,
  }
  healthRoutes(http, health, draining)
  return serveMetrics(http, world.config.metricsListen, health, registry)
}

function bindListening(http: FastifyInstance, world: World): void {
  const { database, clock, files } = world
  const deps = { database, clock, files }
  notificationRoutes(http, world.notifications)
  liveRoutes(http, world.payments, world.notifications)
  playRoutes(http, {
    database,
    clock,
    secret: world.secret,
    recordListening: recordListening(world),
    memberSince: async (userId) => (await readUser(database.read, userId))?.createdAt ?? null,
  })
  statsRoutes(http, deps)
  positionRoutes(http, deps)
  playlistRoutes(http, deps)
  libraryRoutes(http, deps)
  commentRoutes(http, deps)
  horizonRoutes(http, deps)
  supportRoutes(http, deps)
  letterRoutes(http, { ...world.notifications, files })
  teamRoutes(http, { ...world.notifications, files })
  fanRoutes(http, { ...world.notifications, files })
  feedRoutes(http, deps)
  adminRoutes(http, { database, clock, ownPubkey: world.nostr.key.pubkey })
}
