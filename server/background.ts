/** What the server does by itself, beside answering: tells what has happened, follows the node, prepares uploads, sends mail
 * and messages. Each part takes its work by leases in the database, so that several servers share it. */
import { startDiscoveryJobs } from './discovery/jobs.ts'
import { startReleaseJobs } from './library/releases.ts'
import { assignMissingFeedGuids, feedHomeOf } from './catalog/feed-guids.ts'
import { findUsedSounds } from './catalog/used-sounds.ts'
import { startMediaJobs } from './media/jobs.ts'
import { startNotificationJobs } from './notifications/jobs.ts'
import { publishHandler } from './nostr/handler.ts'
import { startPaymentLoops } from './payments/loops.ts'
import { startDispatcher } from './platform/outbox.ts'
import { startPlayJobs } from './plays/roll-up.ts'
import { startWalletService } from './wallets/inbox.ts'
import { deliveriesOf, subscriptionsOf, tellingsOf } from './subscriptions.ts'
import type { World } from './world.ts'

/** Mail and push servers may take their time. */
const OUTSIDE_LEASE_SECONDS = 120

export async function startBackground(world: World): Promise<{ stop(): Promise<void> }> {
  const { config, database, clock, log, files, payments, notifications, mailing } = world
  await publishHandler(world.nostr, { name: config.brandName, publicUrl: world.publicUrl }).catch((error: unknown) =>
    log.error('nostr-handler-failed', { error }),
  )
  await assignMissingFeedGuids(database, feedHomeOf(config), clock)
  const running = [
    // What is told twice changes nothing twice, so nothing waits for the disk.
    startDispatcher(database.relaxed, subscriptionsOf(world), log),
    // Apart, so that a mail or push server that hangs holds up nothing else.
    startDispatcher(database, mailing, log, OUTSIDE_LEASE_SECONDS),
    startDispatcher(database, deliveriesOf(world), log, OUTSIDE_LEASE_SECONDS),
    startDispatcher(database, tellingsOf(world), log, OUTSIDE_LEASE_SECONDS),
    await startPaymentLoops(payments),
    startWalletService(world.wallets),
    await startNotificationJobs(notifications),
    startReleaseJobs(notifications),
    startPlayJobs({ database, clock, log }),
    startDiscoveryJobs({ database, clock, log }),
    startMediaJobs({ database, files, log, clock, ffmpegPath: config.ffmpegPath || null, findUsed: findUsedSounds }),
  ]
  return {
    async stop() {
      await Promise.all(running.map((part) => part.stop()))
    },
  }
}
