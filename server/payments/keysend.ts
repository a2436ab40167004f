/** Paying Lightning nodes that have made no invoice, from a balance: all parts are checked and held, or none. What becomes of
 * each is payout.ts; one for this server's own node is a payment to content, booked at once. */
import { createHash, randomBytes } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { sendKeysend } from '#contract/keysend.ts'
import {
  BOOSTAGRAM_RECORD,
  CONTENT_RECORD,
  isFreeRecord,
  isNodeKey,
  readContentRecord,
  writeBoostagram,
  writeRecordText,
} from '#protocols/lightning/boostagram.ts'
import { mustBeFreeToWithdraw, namesOfPeople } from '#server/accounts/people.ts'
import { mustBeWhereMoneyMoves } from '#server/accounts/region.ts'
import { lockUserBalances } from '#server/ledger/balances.ts'
import type { CustomRecords } from '#server/lightning/node.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/rate-limit.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import { refuse } from './destination.ts'
import { readSentParts } from './keysend-queries.ts'
import { sendPayout } from './payout.ts'
import type { OutsideInvoice } from './reserve.ts'
import { publicPayoutState } from './state.ts'
import { mustBeWithinLimits, readPayableTerms } from './terms.ts'
import { chooseReserve, holdWithdrawal } from './withdraw.ts'
import { bookZaps, type Booking } from './zap.ts'

const KEYSENDS_PER_MINUTE = { max: 30, windowSeconds: 60 }
/** How long the money waits for a node that is away before it comes back; nothing is sent from then on. */
const EXPIRY_MS = 600_000
/** Most payments have an outcome by then; the answer does not wait longer for the others. */
const ANSWER_WITHIN_MS = 4_000
const APP_NAME = 'Peal'

type Request = NonNullable<Input<typeof sendKeysend>['body']>
type Part = Request['keysends'][number]
type Answer = Data<typeof sendKeysend>

/** A signed-in person, from their own balance. */
export async function payKeysends(deps: PaymentDeps, who: Who, operationId: string, request: Request): Promise<Answer> {
  mustBeUser(who)
  const { database, clock, limits, failpoint, signals } = deps
  const { userId } = who
  await countUse(database.read, `keysend:${userId}`, KEYSENDS_PER_MINUTE, clock.now())
  const ids = request.keysends.map((_part, index) => idOfPart(operationId, index))
  const earlier = await readAnswer(deps, ids, request)
  if (earlier !== null) return earlier
  await mustBeWhereMoneyMoves(database.read, limits, who)
  await mustBeFreeToWithdraw(database.read, userId)
  const { sends, bookings } = await readParts(deps, userId, ids, request)
  const woken = await database.transaction((tx) => holdAll(deps, tx, userId, sends, bookings))
  failpoint('withdraw:held')
  for (const name of new Set([...woken, userId])) signals.wake(signalOf.user(name))
  await untilSent(deps, sends)
  const answer = await readAnswer(deps, ids, request)
  if (answer === null) throw new Error('What was held is not there')
  return answer
}

/** The same for the same request, so that a repeat finds what the first run has done. */
function idOfPart(operationId: string, index: number): string {
  if (index === 0) return operationId
  const bytes = createHash('sha256').update(`${operationId}:${index}`).digest().subarray(0, 16)
  // Version 8 (RFC 9562): of our own making.
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

type Send = { payoutId: string; invoice: OutsideInvoice; message: string | null; feeReserveMsat: bigint }
type Parts = { sends: Send[]; bookings: Booking[] }

/** Refuses whatever is wrong with any of them before anything is held. */
async function readParts(deps: PaymentDeps, userId: string, ids: string[], request: Request): Promise<Parts> {
  const { keysends, msatTotal } = request
  if (keysends.reduce((sum, { msatAmount }) => sum + msatAmount, 0n) !== msatTotal) {
    throw new AppError(400, 'bad-request', 'msatTotal: it is not the sum of the parts.')
  }
  mustBeWithinLimits(deps, msatTotal)
  const senderName = (await namesOfPeople(deps.database.read, [userId])).get(userId)?.username ?? ''
  const parts: Parts = { sends: [], bookings: [] }
  for (const [index, part] of keysends.entries()) {
    mustBeWithinLimits(deps, part.msatAmount)
    if (!isNodeKey(part.pubkey)) refuse('node-key-invalid')
    const own = readOwnRecord(part)
    const records = { ...own, [BOOSTAGRAM_RECORD]: writeBoost(request, part, senderName) }
    const id = ids[index]!
    if (part.pubkey === deps.nodePubkey)
      parts.bookings.push(await bookingOf(deps, { id, userId, part, records, request }))
    else parts.sends.push(sendOf(deps, { id, part, records, message: request.message || null }))
  }
  return parts
}

function readOwnRecord({ customKey, customValue }: Part): CustomRecords {
  if (!customKey && !customValue) return {}
  if (!customKey || !customValue) throw new AppError(400, 'bad-request', 'customKey and customValue belong together.')
  if (!isFreeRecord(customKey)) throw new AppError(400, 'bad-request', 'customKey: that record cannot be chosen.')
  return { [customKey]: writeRecordText(customValue) }
}

function writeBoost(request: Request, part: Part, senderName: string): string {
  const { message, podcast, guid, feedId, episode, episodeGuid, ts, msatTotal } = request
  const written = writeBoostagram({
    appName: APP_NAME,
    senderName,
    name: part.name ?? null,
    message: message ?? null,
    podcast: podcast ?? null,
    guid: guid ?? null,
    feedId: feedId ?? null,
    episode: episode ?? null,
    episodeGuid: episodeGuid ?? null,
    remoteFeedGuid: part.feedGuid ?? null,
    remoteItemGuid: part.itemGuid ?? null,
    ts: ts ?? null,
    valueMsat: Number(part.msatAmount),
    valueMsatTotal: Number(msatTotal),
  })
  return written ?? refuse('keysend-too-long')
}

type Named = { id: string; part: Part; records: CustomRecords }

/** The preimage is chosen here and stored with the money that is held, before any node hears of it. */
function sendOf(deps: PaymentDeps, { id, part, records, message }: Named & { message: string | null }): Send {
  const { node, clock } = deps
  if (!node.capabilities.keysend) refuse('keysend-unsupported')
  const preimage = randomBytes(32)
  const invoice: OutsideInvoice = {
    bolt11: null,
    keysend: { pubkey: part.pubkey, preimage: preimage.toString('hex'), customRecords: records },
    paymentHash: createHash('sha256').update(preimage).digest('hex'),
    amountMsat: part.msatAmount,
    expiresAt: new Date(clock.now().getTime() + EXPIRY_MS),
    address: part.pubkey,
  }
  return { payoutId: id, invoice, message, feeReserveMsat: chooseReserve(deps, part.msatAmount, undefined) }
}

type Inside = Named & { userId: string; request: Request }

/** To our own node: what it would be credited as, had it gone round over Lightning. */
async function bookingOf(deps: PaymentDeps, { id, userId, part, records, request }: Inside): Promise<Booking> {
  const contentId = readContentRecord({ [CONTENT_RECORD]: records[CONTENT_RECORD] ?? '' })
  if (contentId === null) refuse('content-not-payable')
  const position = part.itemGuid || part.feedGuid ? null : (request.ts ?? null)
  const { content, terms } = await readPayableTerms(deps, deps.database.read, contentId, position)
  return {
    id,
    idem: `send:${id}`,
    debit: { account: { kind: 'user', userId }, amountMsat: -part.msatAmount },
    payerId: userId,
    amountMsat: part.msatAmount,
    contentId: content.contentId,
    contentType: content.contentType,
    contentTitle: content.title,
    terms,
    comment: request.message || null,
    contentTimeSeconds: position,
    settledAt: deps.clock.now(),
  }
}

/** Answers whose balance has changed besides. */
async function holdAll(
  deps: PaymentDeps,
  tx: Parameters<typeof holdWithdrawal>[1],
  userId: string,
  sends: readonly Send[],
  bookings: readonly Booking[],
): Promise<string[]> {
  const recipients = bookings.flatMap(({ terms }) => [...terms.recipients, ...(terms.timeSplit?.recipients ?? [])])
  // Everybody's at once and in one order: what follows takes them one after the other.
  await lockUserBalances(tx, [userId, ...recipients.map(({ key }) => key)])
  await mustBeFreeToWithdraw(tx, userId)
  for (const { payoutId, invoice, message, feeReserveMsat } of sends) {
    const request = { description: message }
    const alongside = async () => undefined
    await holdWithdrawal(deps, tx, { payoutId, userId, invoice, request, feeReserveMsat, alongside })
  }
  return (await bookZaps(tx, bookings)).flat().flatMap(({ key }) => key ?? [])
}

/** Goes on by itself afterwards, and the reconciler takes over if this process dies. */
async function untilSent(deps: PaymentDeps, sends: readonly Send[]): Promise<void> {
  const sending = sends.map(({ payoutId }) =>
    sendPayout(deps, payoutId).catch((error: unknown) => deps.log.error('payout-send-failed', { error })),
  )
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, ANSWER_WITHIN_MS)))
  await Promise.race([Promise.all(sending), patience])
  clearTimeout(timer)
}

/** Null while nothing of it is there. */
async function readAnswer(deps: PaymentDeps, ids: readonly string[], { keysends }: Request): Promise<Answer | null> {
  const sent = await readSentParts(deps.database.read, ids)
  if (sent.size === 0) return null
  const told = keysends.map(({ msatAmount, pubkey }, index) => {
    const paymentId = ids[index]!
    const part = sent.get(paymentId)
    if (part === undefined) throw new AppError(409, 'conflict', errorCodes.conflict)
    const state = publicPayoutState(part.state)
    const success = state === 'pending' ? null : state === 'settled'
    return { paymentId, state, success, message: part.failureReason, msatAmount, pubkey, feeMsat: part.feeMsat }
  })
  return { keysends: told }
}
