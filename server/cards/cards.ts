/** Cards as files: drawn on the first request, and again when their content has changed. If only its sats have
 * changed, a card is drawn again at most once an hour. */
import { createHash } from 'node:crypto'
import type { CardKind } from '#contract/listening/cards.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CardDeps } from './deps.ts'
import type { CardPicture } from './drawing/card.ts'
import { deleteCard, selectCard, selectUnrequested, setRequested, upsertCard } from './queries.ts'
import { renderCard } from './render.ts'
import { readSubject, type Subject } from './subject.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Cards that nobody has requested for this long are deleted. */
const KEPT_MS = 30 * DAY_MS
const SWEEP_LIMIT = 200
/** Increment this when the drawing changes: all cards are then drawn again. */
const DRAWING = 1

const drawn = new Map<string, Promise<string>>()

/** Anybody, if the content is public. Returns the key of the stored image. */
export async function readCard(deps: CardDeps, kind: CardKind, id: string): Promise<string> {
  const subjectKey = `${kind}/${id.toLowerCase()}`
  const subject = await readSubject(deps.ask, kind, id).catch(async (error: unknown) => {
    if (error instanceof AppError && error.status === 404) await dropCard(deps, subjectKey)
    throw error
  })
  return keepCard(deps, subjectKey, pictureOf(subject, deps.brandName), subject.coverKey)
}

export const pictureOf = (
  { title, byline, notes, colours, horizon, sats, coverKey }: Subject,
  brand: string,
): CardPicture => ({
  brand,
  title,
  byline,
  notes,
  sats,
  colours,
  wave: horizon === null ? null : waveOf(horizon),
  played: null,
  hasCover: coverKey !== null,
})

export const waveOf = ({ durationSeconds, bucketSeconds, peaks, shares, sums }: NonNullable<Subject['horizon']>) => ({
  durationSeconds,
  bucketSeconds,
  peaks,
  shares,
  sums,
})

/** Of concurrent requests for one card, one draws it. */
export function keepCard(
  deps: CardDeps,
  subject: string,
  picture: CardPicture,
  coverKey: string | null,
): Promise<string> {
  const running = drawn.get(subject)
  if (running) return running
  const work = keep(deps, subject, picture, coverKey).finally(() => drawn.delete(subject))
  drawn.set(subject, work)
  return work
}

async function keep(deps: CardDeps, subject: string, picture: CardPicture, coverKey: string | null): Promise<string> {
  const { database, files, clock } = deps
  const now = clock.now()
  const { sums = [], ...wave } = picture.wave ?? {}
  const look = hashOf({ ...picture, sats: null, wave, coverKey, drawing: DRAWING })
  const sats = hashOf([sums, picture.sats])
  const known = await selectCard(database.read, subject)
  const isCurrent = known?.look === look && (known.sats === sats || now.getTime() - known.drawn_at.getTime() < HOUR_MS)
  if (known && isCurrent && (await files.stat(known.file_key)) !== null) {
    if (now.getTime() - known.requested_at.getTime() > DAY_MS) await setRequested(database.read, subject, now)
    return known.file_key
  }
  const jpeg = await drawWithCover(deps, picture, coverKey)
  const fileKey = `cards/${hashOf(subject)}-${hashOf([look, sats])}.jpg`
  await files.write(fileKey, jpeg)
  await upsertCard(database.read, subject, { look, sats, fileKey, now })
  if (known && known.file_key !== fileKey) await files.remove(known.file_key)
  return fileKey
}

async function drawWithCover({ files }: CardDeps, picture: CardPicture, coverKey: string | null): Promise<Buffer> {
  const hasFile = coverKey !== null && (await files.stat(coverKey)) !== null
  if (!hasFile) return renderCard({ ...picture, hasCover: false }, null)
  return files.withLocalFile(coverKey, (path) => renderCard(picture, path))
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)

export async function dropCard(
  { database, files }: Pick<CardDeps, 'database' | 'files'>,
  subject: string,
): Promise<void> {
  const key = await deleteCard(database.read, subject)
  if (key !== undefined) await files.remove(key)
}

/** Deletes the cards that nobody requests any longer. */
export async function sweepCards(deps: Pick<CardDeps, 'database' | 'files' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - KEPT_MS)
  for (const { subject } of await selectUnrequested(deps.database.read, before, SWEEP_LIMIT)) {
    await dropCard(deps, subject)
  }
}
