/** Which modules subscribe to which topic of the outbox, in order (events.ts defines the payloads). Each subscriber is
 * idempotent; those that are called often take several events per call. */
import { mailReports, openHeldCase } from './admin/moderation-mail.ts'
import { mailTakedown } from './admin/takedown-mail.ts'
import { withholdFiles } from './admin/withheld-files.ts'
import { countPayments, onAssetFailed, onAssetFinished, removeDroppedFiles } from './catalog/subscribers.ts'
import { saveMessages } from './comments/subscribers.ts'
import { requestStaleFiles } from './downloads/making/queries.ts'
import { topics } from './events.ts'
import { sendRequestedMail } from './auth/passwords/passwords.ts'
import { releaseIdentities } from './me/delete-account.ts'
import { mailForwardAbandoned } from './me/forward-mail.ts'
import { mailGuardedAction } from './auth/proofs/proof-mails.ts'
import { onImportedFailed, onImportedFinished } from './moving/subscribers.ts'
import { deliverEvents } from './nostr/deliveries.ts'
import { writeZapReceipts } from './nostr/receipts.ts'
import { resumeForwards, wakeForwards } from './payments/forwards/forward.ts'
import { deliverPurchase } from './payments/purchases/delivery.ts'
import { readOrigins } from './payments/zaps/origins.ts'
import type { Subscriptions } from './platform/jobs/outbox.ts'
import * as notes from './notifications/subscribers.ts'
import { sendPushes } from './notifications/push.ts'
import { deleteEventsOfBlockedKey } from './relay/blocked-keys.ts'
import { countEarnings, countShares } from './stats/subscribers.ts'
import { notifyReceived } from './wallets/notify.ts'
import type { World } from './world.ts'

export function subscriptionsOf(world: World): Subscriptions {
  const { database, clock, files, payments, notifications } = world
  // For totals of payments: they are computed again when an event is delivered again.
  const { relaxed } = database
  return {
    [topics.assetFinished]: [
      onAssetFinished(database, clock),
      onImportedFinished(database),
      () => requestStaleFiles(database.read, clock.now()),
    ],
    [topics.assetFailed]: [onAssetFailed(database, clock), onImportedFailed(database)],
    [topics.filesDropped]: [removeDroppedFiles(files)],
    [topics.paymentSettled]: [
      { forAll: countPayments(relaxed) },
      { forAll: countEarnings(relaxed) },
      { forAll: saveMessages({ database: relaxed, clock }) },
      { forAll: wakeForwards(payments) },
      { forAll: notes.notifyOfPayments({ ...notifications, database: relaxed }) },
    ],
    [topics.shareSettled]: [{ forAll: countShares(relaxed) }, { forAll: wakeForwards(payments) }],
    [topics.mailAsked]: [sendRequestedMail(world)],
    [topics.takenDown]: [withholdFiles(world), { forAll: notes.notifyOfTakedowns(notifications) }, mailTakedown(world)],
    [topics.reportsMailed]: [mailReports(world)],
    [topics.assetHeld]: [openHeldCase(world)],
    [topics.forwardGaveUp]: [{ forAll: notes.notifyOfAbandonedForwards(notifications) }, mailForwardAbandoned(world)],
    [topics.holdReleased]: [resumeForwards(payments)],
    [topics.guardedAction]: [{ forAll: notes.notifyOfGuardedActions(notifications) }, mailGuardedAction(world)],
    [topics.zapPaid]: [writeZapReceipts(world.nostr)],
    [topics.nostrKeyBlocked]: [deleteEventsOfBlockedKey(world)],
    [topics.payoutFailed]: [{ forAll: notes.notifyOfFailedPayouts(notifications) }],
    [topics.receiptCredited]: [{ forAll: notes.notifyOfReceipts(notifications) }, notifyReceived(world.wallets)],
    [topics.notice]: [{ forAll: notes.notifyOfNotices(notifications) }],
    [topics.bought]: [deliverPurchase({ ...world, brandName: world.config.brandName })],
    [topics.personLeft]: [releaseIdentities(world)],
  }
}

/** For a separate dispatcher: push services can be slow to respond. */
export function deliveriesOf({ notifications }: World): Subscriptions {
  return { [topics.pushDue]: [{ forAll: sendPushes(notifications) }] }
}

/** For a separate dispatcher too: relays, and podcast apps that publish details of a payment. */
export function relayNotificationsOf({ nostr, origins }: World): Subscriptions {
  return {
    [topics.nostrDelivery]: [{ forAll: deliverEvents(nostr) }],
    [topics.originDue]: [{ forAll: readOrigins(origins) }],
  }
}
