/** Describes the action of a proof in the language of the page. */
import { formatAction } from '#contract/accounts/proof-texts.ts'
import type { ProofAction } from '#contract/accounts/needed-proof.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

const ACTIONS: Readonly<Record<ProofAction, TranslationKey>> = {
  withdraw: 'proofAction.withdraw',
  zap: 'proofAction.zap',
  purchase: 'proofAction.purchase',
  keysend: 'proofAction.keysend',
  streaming: 'proofAction.streaming',
  connection: 'proofAction.connection',
  'forward-address': 'proofAction.forward-address',
  'outside-recipient': 'proofAction.outside-recipient',
  'platform-fee': 'proofAction.platform-fee',
  promo: 'proofAction.promo',
  tickets: 'proofAction.tickets',
  'ticket-refund': 'proofAction.ticket-refund',
  'offer-ownership': 'proofAction.offer-ownership',
  'accept-ownership': 'proofAction.accept-ownership',
  'add-password': 'proofAction.add-password',
  'change-password': 'proofAction.change-password',
  'change-email': 'proofAction.change-email',
  'add-second-factor': 'proofAction.add-second-factor',
  'remove-second-factor': 'proofAction.remove-second-factor',
  'renew-backup-codes': 'proofAction.renew-backup-codes',
  'add-passkey': 'proofAction.add-passkey',
  'remove-passkey': 'proofAction.remove-passkey',
  'add-nostr-key': 'proofAction.add-nostr-key',
  'remove-nostr-key': 'proofAction.remove-nostr-key',
  'add-identity': 'proofAction.add-identity',
  'remove-identity': 'proofAction.remove-identity',
  keep: 'proofAction.keep',
  'delete-account': 'proofAction.delete-account',
  'lift-hold': 'proofAction.lift-hold',
}

type Details = Parameters<typeof formatAction>[1]

export const describeAction = (action: ProofAction, details: Details): string =>
  formatAction(t(ACTIONS[action]), details)
