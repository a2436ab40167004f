/** Texts about a payment: what it is, its state, why it failed, where it links to. */
import type { Transaction } from '#contract/accounts/account.ts'
import type { Payment } from '#contract/payments/payments.ts'
import type * as z from 'zod/mini'
import { hasPage } from '#web/routes.ts'
import type { BadgeTone } from '#web/ui/layout/badge.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { formatMoment as formatTimestamp } from '#web/words/format.ts'

export type Line = z.input<typeof Transaction>
export type Receipt = z.input<typeof Payment>

const TYPES: Record<Line['type'], TranslationKey> = {
  Deposit: 'wallet.typeDeposit',
  Withdraw: 'wallet.typeWithdraw',
  Zap: 'wallet.typeZap',
  Autoforward: 'wallet.typeAutoforward',
  Earnings: 'wallet.typeEarnings',
  'Zap Sent': 'wallet.typeZapSent',
  'Top Up': 'wallet.typeTopUp',
  'Ticket Sale': 'wallet.typeTicketSale',
}
const NAMES: Partial<Record<string, TranslationKey>> = {
  Deposit: 'wallet.nameDeposit',
  'Top Up': 'wallet.nameTopUp',
  Withdraw: 'wallet.nameWithdraw',
  Autoforward: 'wallet.nameForward',
  'Ticket Sale': 'wallet.nameTicket',
}

const isKnownType = (type: string): type is Line['type'] => type in TYPES
export const describeType = (type: string): string => (isKnownType(type) ? t(TYPES[type]) : type)

const OF_CONTENT: Partial<Record<string, (type: string) => string>> = {
  track: (type) => t('wallet.ofSong', { type }),
  album: (type) => t('wallet.ofAlbum', { type }),
  artist: (type) => t('wallet.ofArtist', { type }),
  podcast: (type) => t('wallet.ofShow', { type }),
  episode: (type) => t('wallet.ofEpisode', { type }),
}

const NOTES: Record<NonNullable<Line['note']>, TranslationKey> = {
  'promo-budget': 'wallet.forPromoBudget',
  'promo-rest': 'wallet.forPromoRest',
  'promo-not-started': 'wallet.forPromoNotStarted',
  tickets: 'wallet.forTickets',
  'tickets-sold-out': 'wallet.forTicketsSoldOut',
  'ticket-refunded': 'wallet.forTicketRefunded',
  purchase: 'wallet.forPurchase',
  'purchase-late': 'wallet.forPurchaseLate',
  sale: 'wallet.forSale',
  overpaid: 'wallet.forOverpaid',
  'share-accepted': 'wallet.forShareAccepted',
  'share-returned': 'wallet.forShareReturned',
  'outside-returned': 'wallet.forOutsideReturned',
  'outside-late': 'wallet.forOutsideLate',
  boost: 'wallet.forBoost',
  'boost-routing': 'wallet.forBoostRouting',
  stream: 'wallet.forStream',
}

/** The type together with what was paid for, so that a song and an album of the same name can be distinguished. */
export function describeTypeOf({ type, contentType, note }: Pick<Receipt, 'type' | 'contentType' | 'note'>): string {
  const label = note === null ? describeType(type) : t(NOTES[note])
  return OF_CONTENT[contentType ?? '']?.(label) ?? label
}

/** The title of a line: the content's title, the description the user gave, the destination address, or the type. */
export function titleOf({
  type,
  title,
  address,
}: {
  type: string
  title: string | null
  address: string | null
}): string {
  return title ?? address ?? t(NAMES[type] ?? 'wallet.nameZap')
}

export type PaymentStatus = { label: string; note: string; tone: BadgeTone; isSettled: boolean }

export type PaymentStanding = Pick<Receipt, 'type' | 'state' | 'failureReason'> &
  Pick<Line, 'detail'> & { msatPending?: number }

/** The state of a payment: a label, and a sentence that says where the money is. */
export function paymentStatusOf({
  type,
  state,
  detail,
  failureReason,
  msatPending = 0,
}: PaymentStanding): PaymentStatus {
  if (state === 'settled') return { label: t('wallet.stateSettled'), note: '', tone: 'mint', isSettled: true }
  if (state === 'failed') {
    const [label, note] = FAILED[type] ?? ['wallet.stateFailed', 'wallet.noteFailed']
    return {
      label: t(label),
      note: `${t(note)} ${describeReason(failureReason)}`.trim(),
      tone: 'pink',
      isSettled: false,
    }
  }
  const [label, note] = PENDING[detail ?? (msatPending > 0 ? 'onItsWay' : type === 'Autoforward' ? 'again' : 'pending')]
  return { label: t(label), note: note === null ? '' : t(note), tone: 'purple', isSettled: false }
}

const FAILED: Partial<Record<string, [TranslationKey, TranslationKey]>> = {
  Autoforward: ['wallet.stateNotForwarded', 'wallet.noteNotForwarded'],
  Deposit: ['wallet.stateRunOut', 'wallet.noteRunOut'],
  Zap: ['wallet.stateRunOut', 'wallet.noteRunOut'],
}
const PENDING: Record<
  'reserved' | 'sending' | 'unknown' | 'kept' | 'part-kept' | 'pending' | 'again' | 'onItsWay',
  [TranslationKey, TranslationKey | null]
> = {
  reserved: ['wallet.stateReserved', 'wallet.noteReserved'],
  sending: ['wallet.stateSending', 'wallet.noteSending'],
  unknown: ['wallet.stateUnknown', 'wallet.noteUnknown'],
  kept: ['foreign.outcomeKept', null],
  'part-kept': ['foreign.outcomePaidKept', null],
  pending: ['wallet.statePending', 'wallet.notePending'],
  again: ['wallet.stateAgain', 'wallet.noteAgain'],
  onItsWay: ['wallet.stateOnItsWay', 'wallet.noteOnItsWay'],
}

/** What a line shows as its change: what only comes later, if nothing has come yet. */
export const changeOf = ({ msatChange, msatPending }: Pick<Line, 'msatChange' | 'msatPending'>): number =>
  msatChange === 0 ? msatPending : msatChange

export function stateOfLine({ isPending, success }: Line): Receipt['state'] {
  if (isPending) return 'pending'
  return success ? 'settled' : 'failed'
}

const REASONS: Partial<Record<string, TranslationKey>> = {
  'no-route': 'wallet.whyNoRoute',
  rejected: 'wallet.whyRejected',
  expired: 'wallet.whyExpired',
  'insufficient-liquidity': 'wallet.whyLiquidity',
  'wrong-network': 'wallet.whyNetwork',
  'invalid-invoice': 'wallet.whyInvoice',
  timeout: 'wallet.whyTimeout',
  spent: 'wallet.whySpent',
  'given-back': 'wallet.whyGivenBack',
  'lightning-address-unreachable': 'wallet.whyUnreachable',
  'lightning-address-refused': 'wallet.whyRefused',
  'lightning-address-answer-wrong': 'wallet.whyAnswerWrong',
  'amount-out-of-range': 'wallet.whyAmount',
}

/** Empty when there is no reason. */
export function describeReason(reason: string | null): string {
  return reason === null ? '' : t(REASONS[reason] ?? 'wallet.whyOther')
}

/** When the money of a pending payment arrives, or is released if it has not been sent; empty once that moment has passed. */
export function describeDue({ heldUntil, arrivesAt }: Pick<Receipt, 'heldUntil' | 'arrivesAt'>): string {
  if (arrivesAt !== null)
    return t('wallet.arrivesAt', { date: formatTimestamp(new Date(arrivesAt), { dateStyle: 'long' }) })
  if (heldUntil === null || Date.parse(heldUntil) <= Date.now()) return ''
  return t('wallet.heldUntil', {
    moment: formatTimestamp(new Date(heldUntil), { dateStyle: 'medium', timeStyle: 'short' }),
  })
}

/** Content types whose pages are addressed by id; the others use names. */
const BY_ID = new Set(['track', 'episode', 'album'])

/** The page of a content, if it can be addressed by id. */
export function contentHref(contentType: string | null, contentId: string | null): string | null {
  if (contentType === null || contentId === null || !BY_ID.has(contentType)) return null
  const href = `/${contentType}/${contentId}`
  return hasPage(href) ? href : null
}

export const formatTime = (moment: Date): string => formatTimestamp(moment, { hour: '2-digit', minute: '2-digit' })

export const formatMoment = (moment: Date): string =>
  formatTimestamp(moment, { dateStyle: 'long', timeStyle: 'medium' })
