/** Download codes: made by artists for their listeners, on sheets to print; each is good once. */
import { randomInt } from 'node:crypto'
import type * as calls from '#contract/catalog/downloads.ts'
import { CODES_MAX } from '#contract/catalog/downloads.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { lockContent } from '#server/catalog/content/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type CodeRow, countCodes, insertCodes, selectCodes, selectGiven, useCode } from './code-queries.ts'
import type { DownloadDeps } from './deps.ts'
import { idOfAttempt, secretOf } from './links.ts'
import { canBeGiven } from './rights.ts'
import { insertRight, selectRight, selectRightOf } from './right-queries.ts'
import { readOwnSubject } from './subjects.ts'

/** Without I, O, 0 and 1, which look alike on paper. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LETTERS = 12
const TRIES_PER_HOUR = { max: 30, windowSeconds: 3_600 }

type CodeDeps = Pick<DownloadDeps, 'database' | 'clock' | 'secret'>
type Sheet = Data<typeof calls.createDownloadCodes>

/** Only the owner of the content. */
export async function createCodes(
  { database, clock }: CodeDeps,
  caller: Caller,
  operationId: string,
  { contentId, name, count }: { contentId: string; name: string; count: number },
): Promise<Sheet> {
  const now = clock.now()
  await readOwnSubject(database.read, caller, contentId, now)
  const codes = Array.from({ length: count }, makeCode)
  await database.transaction(async (tx) => {
    await lockContent(tx, contentId)
    if ((await countCodes(tx, contentId)) + count > CODES_MAX) {
      throw new AppError(422, 'rule-broken', `At most ${CODES_MAX} codes can be made for one release or track.`)
    }
    await insertCodes(tx, { id: operationId, name, contentId, now }, codes)
  })
  return { sheetId: operationId, name, createdAt: now, codes: codes.map((code) => ({ code, isUsed: false })) }
}

const makeCode = () => Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Only the owner of the content. */
export async function listCodes(
  { database, clock }: CodeDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.listDownloadCodes>> {
  const { title, artist_name: artist } = await readOwnSubject(database.read, caller, contentId, clock.now())
  const sheets = new Map<string, CodeRow[]>()
  for (const row of await selectCodes(database.read, contentId)) {
    sheets.set(row.sheet_id, [...(sheets.get(row.sheet_id) ?? []), row])
  }
  return {
    title,
    artist,
    sheets: [...sheets].map(([sheetId, rows]) => ({
      sheetId,
      name: rows[0]!.sheet_name,
      createdAt: rows[0]!.created_at,
      codes: rows.map(({ code, used_at: usedAt }) => ({ code, isUsed: usedAt !== null })),
    })),
  }
}

/** Anybody with a code. Who has redeemed it gets the same again. The limit makes guessing hopeless: there are 32^12 codes. */
export async function redeem(
  deps: CodeDeps,
  caller: Caller,
  operationId: string,
  body: Input<typeof calls.redeemCode>['body'],
): Promise<Data<typeof calls.redeemCode>> {
  const { database, clock } = deps
  const now = clock.now()
  await countUse(database.read, `redeem:${caller.ip}`, TRIES_PER_HOUR, now)
  const code = body.code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const userId = caller.kind === 'user' ? caller.userId : null
  const id = body.attempt === undefined ? operationId : idOfAttempt(deps, code, body.attempt)
  return database.transaction(async (tx) => {
    const contentId = await useCode(tx, code, id, now)
    if (contentId === undefined) return redeemAgain(deps, tx, code, { id, userId })
    // A code that is refused stays unused: this rolls back.
    if (!(await canBeGiven(tx, contentId, now))) throw new AppError(404, 'content-gone')
    if (userId !== null && (await selectRightOf(tx, userId, contentId))) throw new AppError(409, 'download-not-needed')
    await insertRight(tx, { id, content_id: contentId, source: 'code', user_id: userId, created_at: now })
    return { contentId, secret: userId === null ? secretOf(deps, id) : null }
  })
}

async function redeemAgain(
  deps: CodeDeps,
  tx: Tx,
  code: string,
  { id, userId }: { id: string; userId: string | null },
): Promise<Data<typeof calls.redeemCode>> {
  const givenId = await selectGiven(tx, code)
  if (givenId === undefined) throw new AppError(404, 'code-unknown')
  const given = givenId === null ? undefined : await selectRight(tx, givenId)
  const isSame = given !== undefined && (given.user_id === null ? given.id === id : given.user_id === userId)
  if (!isSame) throw new AppError(409, 'code-used')
  return { contentId: given.content_id, secret: given.user_id === null ? secretOf(deps, given.id) : null }
}
