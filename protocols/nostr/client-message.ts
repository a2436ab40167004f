/** Messages from a client to a relay (NIP-01, 42, 45), parsed from text. Handling them is up to the relay. */
import { type Filter, InvalidFilter, parseFilter } from './filter.ts'

export type ClientMessage =
  /** The event has not been validated. */
  | { type: 'EVENT'; event: unknown }
  | { type: 'REQ' | 'COUNT'; subscriptionId: string; filters: Filter[] }
  | { type: 'CLOSE'; subscriptionId: string }
  | { type: 'AUTH'; event: unknown }

/** The message is invalid. `subscriptionId` is set if the request is known. */
export class InvalidMessage extends Error {
  override name = 'InvalidMessage'
  readonly subscriptionId: string | null

  constructor(message: string, subscriptionId: string | null = null) {
    super(message)
    this.subscriptionId = subscriptionId
  }
}

const FILTERS_MAX = 10
const SUBSCRIPTION_ID_MAX_CHARACTERS = 64

/** Throws InvalidMessage. */
export function parseClientMessage(text: string): ClientMessage {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw new InvalidMessage('the message is not JSON')
  }
  if (!Array.isArray(input)) throw new InvalidMessage('the message is not an array')
  const [type, ...rest] = input as unknown[]
  if (type === 'EVENT' || type === 'AUTH') return { type, event: rest[0] }
  if (type === 'CLOSE') return { type, subscriptionId: readSubscriptionId(rest[0]) }
  if (type !== 'REQ' && type !== 'COUNT') throw new InvalidMessage('this type of message is not supported')
  const subscriptionId = readSubscriptionId(rest[0])
  const filters = rest.slice(1)
  if (filters.length === 0 || filters.length > FILTERS_MAX) {
    throw new InvalidMessage(`a request has from 1 to ${FILTERS_MAX} filters`, subscriptionId)
  }
  try {
    return { type, subscriptionId, filters: filters.map(parseFilter) }
  } catch (error) {
    if (!(error instanceof InvalidFilter)) throw error
    throw new InvalidMessage(error.message, subscriptionId)
  }
}

function readSubscriptionId(input: unknown): string {
  if (typeof input !== 'string' || input === '' || input.length > SUBSCRIPTION_ID_MAX_CHARACTERS) {
    throw new InvalidMessage(`a subscription id has 1 to ${SUBSCRIPTION_ID_MAX_CHARACTERS} characters`)
  }
  return input
}
