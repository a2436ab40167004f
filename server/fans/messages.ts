/** Messages of an artist or podcast to its followers: writing one, and the latest ones. Sending is sending.ts. */
import {
  FAN_MESSAGES_A_WEEK,
  type FanMessage,
  type listFanMessages,
  REACH_SHOWN_FROM,
  type sendFanMessage,
} from '#contract/community/fans.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type * as z from 'zod/mini'
import { readUser } from '#server/accounts/users.ts'
import { findContent, lockContent } from '#server/catalog/content/queries.ts'
import { findConcert } from '#server/concerts/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { FanDeps } from './deps.ts'
import { countReach } from './fan-queries.ts'
import { type Maker, requireOwnMaker } from './maker.ts'
import { insertMessage, type MessageRow, selectMessages } from './message-queries.ts'

const WEEK_MS = 7 * 86_400_000
const LISTED_MAX = 50

type Body = Input<typeof sendFanMessage>['body']
type Subject = Pick<MessageRow, 'subject_id' | 'subject_type' | 'subject_title'>

/** Owner only. The two messages of a week are counted under a lock on the artist or podcast. */
export async function writeMessage(
  { database, clock }: Pick<FanDeps, 'database' | 'clock'>,
  caller: Caller,
  operationId: string,
  { makerId, body }: { makerId: string; body: Body },
): Promise<z.output<typeof FanMessage>> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const maker = await requireOwnMaker(tx, caller, makerId, now)
    if (!(await maySend(tx, maker))) throw new AppError(403, 'fan-messages-held')
    if (/https?:\/\/|www\./i.test(body.content)) throw new AppError(422, 'fan-message-link')
    await lockContent(tx, maker.id)
    if ((await readAllowance(tx, maker.id, now)).left === 0) throw new AppError(429, 'fan-messages-spent')
    const message = {
      id: operationId,
      maker_id: maker.id,
      owner_id: maker.owner_id,
      kind: body.kind,
      audience: body.audience,
      body: body.content,
      ...(await findSubject(tx, maker, body, now)),
      created_at: now,
    }
    await insertMessage(tx, message)
    return toMessage({ ...message, sent_to: null, recipient_count: 0, finished_at: null })
  })
}

/** False if an operator holds the owner's outgoing payments, or if the maker is taken down or not published. */
export async function maySend(tx: Tx, { owner_id: ownerId, is_public: isPublic }: Maker): Promise<boolean> {
  const owner = await readUser(tx, ownerId)
  return isPublic && owner !== null && !owner.isDeleted && !owner.isLocked
}

async function findSubject(tx: Tx, maker: Maker, { kind, subjectId }: Body, now: Date): Promise<Subject> {
  if (kind === 'thanks') return { subject_id: maker.id, subject_type: maker.type, subject_title: maker.title }
  if (subjectId === undefined) throw new AppError(422, 'rule-broken', 'Please choose what the message is about.')
  if (kind === 'event') {
    const concert = await findConcert(tx, subjectId)
    if (concert === undefined || concert.artist_id !== maker.id) throw notFound()
    if (concert.is_draft || concert.cancelled_at !== null) throw notFound()
    return { subject_id: concert.id, subject_type: 'event', subject_title: concert.name }
  }
  const content = await findContent(tx, subjectId, now)
  if (content === undefined || !content.is_public || !maker.familyIds.includes(content.id)) throw notFound()
  return { subject_id: content.id, subject_type: content.type, subject_title: content.title }
}

/** How many can be sent now, and when the next one can be. */
async function readAllowance(tx: Tx, makerId: string, now: Date): Promise<{ left: number; nextAt: Date | null }> {
  const latest = await selectMessages(tx, makerId, FAN_MESSAGES_A_WEEK)
  const recent = latest.filter(({ created_at: at }) => now.getTime() - at.getTime() < WEEK_MS)
  const left = FAN_MESSAGES_A_WEEK - recent.length
  const oldest = recent.at(-1)
  return { left, nextAt: left > 0 || oldest === undefined ? null : new Date(oldest.created_at.getTime() + WEEK_MS) }
}

/** Owner only. */
export async function listMessages(
  { database, clock }: FanDeps,
  caller: Caller,
  makerId: string,
): Promise<Data<typeof listFanMessages>> {
  const tx = database.read
  const now = clock.now()
  const maker = await requireOwnMaker(tx, caller, makerId, now)
  const reach = await countReach(tx, maker)
  return {
    messages: (await selectMessages(tx, maker.id, LISTED_MAX)).map(toMessage),
    reach: {
      follows: hideSmall(reach.follows),
      supported: hideSmall(reach.supported),
      bought: hideSmall(reach.bought),
      events: hideSmall(reach.events),
    },
    ...(await readAllowance(tx, maker.id, now)),
  }
}

const hideSmall = (count: number) => (count < REACH_SHOWN_FROM ? null : count)

function toMessage(row: MessageRow): z.output<typeof FanMessage> {
  return {
    id: row.id,
    kind: row.kind,
    audience: row.audience,
    content: row.body,
    subject: {
      id: row.subject_id,
      type: row.subject_type as z.output<typeof FanMessage>['subject']['type'],
      title: row.subject_title,
    },
    createdAt: row.created_at,
    isSent: row.finished_at !== null,
    recipientCount: hideSmall(row.recipient_count),
  }
}
