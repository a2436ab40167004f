/** The server's background work: delivers events, follows the node, prepares uploads, sends mail and notifications.
 * Each part takes its work by leases in the database, so that several servers share it. */
import { sweepCards } from './cards/cards.ts'
import type { ClipDeps } from './clips/deps.ts'
import { startClipJobs } from './clips/jobs.ts'
import { startArchiveJobs } from './archives/jobs.ts'
import { startDownloadJobs } from './downloads/making/jobs.ts'
import { startBackupJobs } from './backup/scheduled.ts'
import { recoverSends } from './backup/journal/sends.ts'
import { startJournalJobs } from './backup/journal/write.ts'
import { writeSections } from './me/export.ts'
import { startDiscoveryJobs } from './discovery/jobs.ts'
import { startStreamJobs } from './foreign/pay-streams.ts'
import { startForeignJobs } from './foreign/refresh.ts'
import { startFanJobs } from './fans/sending.ts'
import { startLiabilityJobs } from './liabilities/publish.ts'
import { startReleaseJobs } from './library/releases.ts'
import { assignMissingFeedGuids, feedHomeOf } from './catalog/feed-guids.ts'
import { findUsedAudio } from './catalog/audio/used-audio.ts'
import { startImportJobs } from './moving/jobs.ts'
import { startMediaJobs } from './media/jobs.ts'
import { transcodeAudio } from './media/transcoder.ts'
import { startNotificationJobs } from './notifications/jobs.ts'
import { publishHandler } from './nostr/handler.ts'
import { startRsvpJobs } from './nostr/rsvps.ts'
import { requireCheckAfterPause } from './payments/checked-database.ts'
import { startPaymentLoops } from './payments/loops.ts'
import { type RunningJobs, startJobs } from './platform/jobs/jobs.ts'
import { startDispatcher } from './platform/jobs/outbox.ts'
import { startLetterJobs } from './letters/letters.ts'
import { startNoticeJobs } from './rss/notices.ts'
import { startReminderJobs } from './reminders/reminding.ts'
import { startPlayJobs } from './plays/roll-up.ts'
import { startWalletService } from './wallets/inbox.ts'
import { deliveriesOf, subscriptionsOf, relayNotificationsOf } from './subscriptions.ts'
import type { World } from './world.ts'

/** Mail and push servers can be slow. */
const OUTSIDE_LEASE_SECONDS = 120
const SWEEP_MS = 3_600_000

const NONE: RunningJobs = { runAll: async () => [], stop: async () => undefined }

/** `transcode` is replaced by tests. */
export async function startBackground(world: World, clips: ClipDeps, transcode = transcodeAudio): Promise<RunningJobs> {
  const { config, database, clock, log, files, payments, notifications, mailing } = world
  await requireCheckAfterPause(database.read, clock.now())
  if (!config.roles.includes('jobs')) return NONE
  await publishHandler(world.nostr, { name: config.brandName, publicUrl: world.publicUrl }).catch((error: unknown) =>
    log.error('nostr-handler-failed', { error }),
  )
  await assignMissingFeedGuids(database, feedHomeOf(config), clock)
  const running: { stop(): Promise<void> }[] = []
  const jobs: RunningJobs[] = []
  const stop = async () => void (await Promise.all([...running, ...jobs].map((part) => part.stop())))
  try {
    const leaseSeconds = OUTSIDE_LEASE_SECONDS
    running.push(
      startDispatcher({ database, log }, [
        // Subscribers are idempotent: a repeated delivery changes nothing, so these commits need not wait for the disk.
        { database: database.relaxed, subscriptions: subscriptionsOf(world) },
        // Apart from each other, so that a mail or push server that hangs delays nothing else.
        { database, subscriptions: mailing, leaseSeconds },
        { database, subscriptions: deliveriesOf(world), leaseSeconds },
        { database, subscriptions: relayNotificationsOf(world), leaseSeconds },
      ]),
    )
    if (world.journal !== null) {
      await recoverSends(payments, world.journal)
      jobs.push(startJournalJobs({ database, clock, log, journal: world.journal.journal }))
    }
    jobs.push(startBackupJobs(world))
    jobs.push(await startPaymentLoops(payments))
    jobs.push(
      startLiabilityJobs({ ...world.payments, ...world.nostr, publicUrl: world.publicUrl, secret: world.secret }),
    )
    jobs.push(startWalletService(world.wallets))
    jobs.push(await startNotificationJobs(notifications))
    jobs.push(startReleaseJobs(notifications))
    jobs.push(startFanJobs(notifications))
    jobs.push(startReminderJobs(notifications))
    jobs.push(startLetterJobs({ ...notifications, files }))
    jobs.push(startPlayJobs({ database, clock, log }))
    jobs.push(startDiscoveryJobs({ database, clock, log }))
    const ffmpegPath = config.ffmpegPath || null
    jobs.push(startMediaJobs({ database, files, log, clock, ffmpegPath, transcode, findUsed: findUsedAudio }))
    const cards = { database, clock, files }
    jobs.push(
      startJobs({ database, clock, log }, [{ name: 'cards-sweep', pauseMs: SWEEP_MS, work: () => sweepCards(cards) }]),
    )
    jobs.push(startClipJobs(clips))
    jobs.push(startDownloadJobs(world))
    const writeAccount = (userId: string) => writeSections({ database, clock }, userId)
    jobs.push(startArchiveJobs({ ...world, brandName: config.brandName, feedHome: feedHomeOf(config), writeAccount }))
    jobs.push(startRsvpJobs(world.nostr))
    jobs.push(startNoticeJobs(world))
    jobs.push(
      startImportJobs({
        ...world,
        outbound: world.origins.outbound,
        brandName: config.brandName,
        feedHome: feedHomeOf(config),
      }),
    )
    const foreign = { ...world, outbound: world.origins.outbound }
    jobs.push(startForeignJobs(foreign), startStreamJobs(foreign))
    return { runAll: async () => (await Promise.all(jobs.map((part) => part.runAll()))).flat(), stop }
  } catch (error) {
    // A loop that keeps running without a server would keep the process alive.
    await stop()
    throw error
  }
}
