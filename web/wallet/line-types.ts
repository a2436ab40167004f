/** The eight types of a statement's lines: their order in the filter, their names in addresses and in words. */
import type { Line } from './payment-words.ts'
import type { PlainWordKey } from '../words/words.ts'

export type LineType = Line['type']

export const lineTypes: readonly { type: LineType; word: PlainWordKey }[] = [
  { type: 'Earnings', word: 'wallet.earnings' },
  { type: 'Zap', word: 'wallet.zapsReceived' },
  { type: 'Zap Sent', word: 'wallet.zapsSent' },
  { type: 'Deposit', word: 'wallet.deposits' },
  { type: 'Withdraw', word: 'wallet.withdrawals' },
  { type: 'Autoforward', word: 'wallet.forwards' },
  { type: 'Top Up', word: 'wallet.topUps' },
  { type: 'Ticket Sale', word: 'wallet.ticketSales' },
]

/** 'Zap Sent' is zap-sent in addresses. */
export const slugOf = (type: string): string => type.toLowerCase().replaceAll(' ', '-')

/** The name itself leads there too, as the server writes it in mails and messages. */
export const typeOfSlug = (slug: string | undefined): LineType | undefined =>
  lineTypes.find(({ type }) => slug !== undefined && slugOf(type) === slugOf(slug))?.type

/** `earnings,zap-sent` as it stands in an address; what is no type is left out, and each stands once, in order. */
export function readTypes(text: string | null): LineType[] {
  const slugs = new Set((text ?? '').split(','))
  return lineTypes.map(({ type }) => type).filter((type) => slugs.has(slugOf(type)))
}

/** null when nothing is narrowed. */
export function writeTypes(types: readonly LineType[]): string | null {
  const isAll = types.length === 0 || types.length === lineTypes.length
  return isAll ? null : types.map(slugOf).join(',')
}

/** One's own payment has a page for each side of it: who zaps their own song has sent and earned. */
export const receiptHref = (type: string, paymentId: string): string => `/transactions/${slugOf(type)}/${paymentId}`
