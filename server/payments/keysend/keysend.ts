/** `POST /v1/send/keysend`: pays Lightning nodes without an invoice, with a boostagram. Either all parts are checked
 * and reserved, or none. Reserving is in keysend/parts.ts, sending is in payout.ts. */
import { createHash } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import type { sendKeysend } from '#contract/payments/keysend.ts'
import {
  BOOSTAGRAM_RECORD,
  isFreeRecord,
  isNodeKey,
  encodeBoostagram,
  encodeRecordText,
} from '#protocols/lightning/boostagram.ts'
import { type Operation, hashOfTerms } from '#server/accounts/grants.ts'
import { requireWithdrawalsAllowed, readUserSummaries } from '#server/accounts/users.ts'
import { requireMoneyRegion } from '#server/accounts/region.ts'
import type { CustomRecords } from '#server/lightning/node.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { refuse } from '#server/payments/payouts/destination.ts'
import { reserveAll, type Part, readParts, sendAll, type Send } from './parts.ts'
import { readSentParts } from './queries.ts'
import { publicPayoutState } from '#server/payments/state.ts'
import { requireProofToLeave } from '#server/payments/step-up.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'

const KEYSENDS_PER_MINUTE = { max: 30, windowSeconds: 60 }
/** Most payments have an outcome by then. The response does not wait longer for the others. */
const RESPOND_WITHIN_MS = 4_000
const APP_NAME = 'Peal'

type Request = NonNullable<Input<typeof sendKeysend>['body']>
type KeysendInput = Request['keysends'][number]
type Result = Data<typeof sendKeysend>

/** Requires a signed-in user. Pays from their own balance. */
export async function payKeysends(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  request: Request,
): Promise<Result> {
  requireUser(caller)
  const { database, clock, limits, failpoint, signals } = deps
  const { userId } = caller
  await countUse(database.read, `keysend:${userId}`, KEYSENDS_PER_MINUTE, clock.now())
  const ids = request.keysends.map((_part, index) => idOfPart(operationId, index))
  const earlier = await readResponse(deps, ids, request)
  if (earlier !== null) return earlier
  await requireMoneyRegion(database.read, limits, caller)
  await requireWithdrawalsAllowed(database.read, userId)
  const parts = await readParts(deps, userId, await partsOf(deps, userId, ids, request))
  const woken = await database.transaction(async (tx) => {
    let isNew = false
    const names = await reserveAll(deps, tx, userId, parts, async () => void (isNew = true))
    if (isNew) await requireProofToLeave(deps, tx, caller, operationOf(request))
    return names
  })
  failpoint('withdraw:held')
  for (const name of new Set([...woken, userId])) signals.wake(signalOf.user(name))
  await untilSent(deps, parts.sends)
  const response = await readResponse(deps, ids, request)
  if (response === null) throw new Error('The reserved payments were not found')
  return response
}

/** The action that a proof covers: every recipient with amount and record. */
function operationOf({ keysends, msatTotal }: Request): Operation {
  const exact = keysends.map((part) => [part.pubkey, part.msatAmount, part.customKey ?? '', part.customValue ?? ''])
  const label = keysends.map(({ name, pubkey }) => name || pubkey).join(', ')
  return { action: 'keysend', amountMsat: msatTotal, destination: hashOfTerms(exact), label: label.slice(0, 200) }
}

/** Derived from the request, so that a repeat finds the parts of the first run. */
function idOfPart(operationId: string, index: number): string {
  if (index === 0) return operationId
  const bytes = createHash('sha256').update(`${operationId}:${index}`).digest().subarray(0, 16)
  // Version 8 of RFC 9562: a custom UUID.
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Refuses an invalid part before anything is reserved. */
async function partsOf(deps: PaymentDeps, userId: string, ids: string[], request: Request): Promise<Part[]> {
  const { keysends, msatTotal } = request
  if (keysends.reduce((sum, { msatAmount }) => sum + msatAmount, 0n) !== msatTotal) {
    throw new AppError(400, 'bad-request', 'msatTotal is not the sum of the parts.')
  }
  requireWithinLimits(deps, msatTotal)
  const senderName = (await readUserSummaries(deps.database.read, [userId])).get(userId)?.username ?? ''
  return keysends.map((part, index) => {
    requireWithinLimits(deps, part.msatAmount)
    if (!isNodeKey(part.pubkey)) refuse('node-key-invalid')
    return {
      id: ids[index]!,
      pubkey: part.pubkey,
      amountMsat: part.msatAmount,
      records: { ...readOwnRecord(part), [BOOSTAGRAM_RECORD]: writeBoost(request, part, senderName) },
      message: request.message || null,
      position: part.itemGuid || part.feedGuid ? null : (request.ts ?? null),
    }
  })
}

function readOwnRecord({ customKey, customValue }: KeysendInput): CustomRecords {
  if (!customKey && !customValue) return {}
  if (!customKey || !customValue) throw new AppError(400, 'bad-request', 'customKey and customValue belong together.')
  if (!isFreeRecord(customKey)) throw new AppError(400, 'bad-request', 'customKey: this record type is not permitted.')
  return { [customKey]: encodeRecordText(customValue) }
}

function writeBoost(request: Request, part: KeysendInput, senderName: string): string {
  const { message, podcast, guid, feedId, episode, episodeGuid, ts, msatTotal } = request
  const written = encodeBoostagram({
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

/** Waits up to a limit. Payments without an outcome by then continue in the background. */
async function untilSent(deps: PaymentDeps, sends: readonly Send[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, RESPOND_WITHIN_MS)))
  await Promise.race([sendAll(deps, sends), timeout])
  clearTimeout(timer)
}

/** Null when none of the parts has been reserved yet. */
async function readResponse(deps: PaymentDeps, ids: readonly string[], { keysends }: Request): Promise<Result | null> {
  const sent = await readSentParts(deps.database.read, ids)
  if (sent.size === 0) return null
  const reported = keysends.map(({ msatAmount, pubkey }, index) => {
    const paymentId = ids[index]!
    const part = sent.get(paymentId)
    if (part === undefined) throw new AppError(409, 'conflict')
    const state = publicPayoutState(part.state)
    const success = state === 'pending' ? null : state === 'settled'
    return { paymentId, state, success, message: part.failureReason, msatAmount, pubkey, feeMsat: part.feeMsat }
  })
  return { keysends: reported }
}
