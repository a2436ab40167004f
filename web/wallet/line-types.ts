/** The eight types of statement lines: their order in the filter, their slugs and their labels. */
import type { Line } from './payment-texts.ts'
import type { TranslationKey } from '#web/words/words.ts'

export type LineType = Line['type']

export const lineTypes: readonly { type: LineType; label: TranslationKey }[] = [
  { type: 'Earnings', label: 'wallet.earnings' },
  { type: 'Zap', label: 'wallet.zapsReceived' },
  { type: 'Zap Sent', label: 'wallet.zapsSent' },
  { type: 'Deposit', label: 'wallet.deposits' },
  { type: 'Withdraw', label: 'wallet.withdrawals' },
  { type: 'Autoforward', label: 'wallet.forwards' },
  { type: 'Top Up', label: 'wallet.topUps' },
  { type: 'Ticket Sale', label: 'wallet.ticketSales' },
]

/** 'Zap Sent' is zap-sent in URLs. */
export const slugOf = (type: string): string => type.toLowerCase().replaceAll(' ', '-')

/** Also accepts the type's name, which the server uses in the links of e-mails and messages. */
export const typeOfSlug = (slug: string | undefined): LineType | undefined =>
  lineTypes.find(({ type }) => slug !== undefined && slugOf(type) === slugOf(slug))?.type

/** Parses `earnings,zap-sent` from a URL. Unknown types are left out; each type appears once, in order. */
export function readTypes(text: string | null): LineType[] {
  const slugs = new Set((text ?? '').split(','))
  return lineTypes.map(({ type }) => type).filter((type) => slugs.has(slugOf(type)))
}

/** null when nothing is filtered. */
export function writeTypes(types: readonly LineType[]): string | null {
  const isAll = types.length === 0 || types.length === lineTypes.length
  return isAll ? null : types.map(slugOf).join(',')
}

/** A payment to oneself has a receipt for each side: zapping an own song is both sent and earned. */
export const receiptHref = (type: string, paymentId: string): string => `/transactions/${slugOf(type)}/${paymentId}`
