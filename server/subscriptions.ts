/** Which modules subscribe to which topic of the outbox, in order (events.ts defines the payloads). Each subscriber is
 * idempotent; those that are called often take several events per call. */
import { mailTakedown } from './admin/takedown-mail.ts'
import { withholdFiles } from './admin/withheld-files.ts'
import { countPayments, onAssetFailed, onAssetFinished, removeDroppedFiles } from './catalog/subscribers.ts'
import { keepMessages } from './comments/subscribers.ts'
import { topics } from './events.ts'
import { sendAskedMail } from './auth/passwords/passwords.ts'
import { releaseIdentities } from './me/delete-account.ts'
import { tellForwardGaveUp } from './me/forward-mail.ts'
import { mailGuardedAction } from './auth/proofs/proof-mails.ts'
import { deliverEvents } from './nostr/deliveries.ts'
import { writeZapReceipts } from './nostr/receipts.ts'
import { wakeForwards } from './payments/forwards/forward.ts'
import { readOrigins } from './payments/zaps/origins.ts'
import type { Subscriptions } from './platform/jobs/outbox.ts'
import * as notes from './notifications/subscribers.ts'
import { sendPushes } from './notifications/push.ts'
import { forgetBlockedKey } from './relay/blocked-keys.ts'
import { countEarnings } from './stats/subscribers.ts'
import { notifyReceived } from './wallets/notify.ts'
import type { World } from './world.ts'

export function subscriptionsOf(world: World): Subscriptions {
  const { database, clock, files, payments, notifications } = world
  // For totals of payments: they are computed again when an event is delivered again.
  const { relaxed } = database
  return {
    [topics.assetFinished]: [onAssetFinished(database, clock)],
    [topics.assetFailed]: [onAssetFailed(database, clock)],
    [topics.filesDropped]: [removeDroppedFiles(files)],
    [topics.paymentSettled]: [
      { forAll: countPayments(relaxed) },
      { forAll: countEarnings(relaxed) },
      { forAll: keepMessages({ database: relaxed, clock }) },
      { forAll: wakeForwards(payments) },
      { forAll: notes.notePayments({ ...notifications, database: relaxed }) },
    ],
    [topics.mailAsked]: [sendAskedMail(world)],
    [topics.takenDown]: [withholdFiles(world), { forAll: notes.noteTakedowns(notifications) }, mailTakedown(world)],
    [topics.forwardGaveUp]: [{ forAll: notes.noteForwardsGivenUp(notifications) }, tellForwardGaveUp(world)],
    [topics.guardedAction]: [{ forAll: notes.noteGuardedActions(notifications) }, mailGuardedAction(world)],
    [topics.zapPaid]: [writeZapReceipts(world.nostr)],
    [topics.nostrKeyBlocked]: [forgetBlockedKey(world)],
    [topics.payoutFailed]: [{ forAll: notes.noteFailedPayouts(notifications) }],
    [topics.receiptCredited]: [{ forAll: notes.noteReceipts(notifications) }, notifyReceived(world.wallets)],
    [topics.notice]: [{ forAll: notes.noteNotices(notifications) }],
    [topics.personLeft]: [releaseIdentities(world)],
  }
}

/** For a separate dispatcher: push services can be slow to respond. */
export function deliveriesOf({ notifications }: World): Subscriptions {
  return { [topics.pushDue]: [{ forAll: sendPushes(notifications) }] }
}

/** For a separate dispatcher too: relays, and podcast apps that publish details of a payment. */
export function tellingsOf({ nostr, origins }: World): Subscriptions {
  return {
    [topics.nostrDelivery]: [{ forAll: deliverEvents(nostr) }],
    [topics.originDue]: [{ forAll: readOrigins(origins) }],
  }
}
