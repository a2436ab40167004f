/** Draws cards in child processes: a few at a time, and each only once. */
import { join } from 'node:path'
import { AppError } from '#server/platform/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import { DRAWING_ADDRESS_GIB, runConfined } from '#server/platform/confined-child.ts'
import type { CardPicture } from './drawing/card.ts'
import type { CardJob, CardLine } from './drawing/card-worker.ts'

const WORKER = join(import.meta.dirname, 'drawing/card-worker.ts')
/** Drawing takes about one second. It has the lowest priority, so on a busy machine it waits. */
const TIMEOUT_SECONDS = 60
const MAX_DRAWING = 2
const MAX_WAITING = 60

const waiting: (() => void)[] = []
let drawing = 0

/** Throws 503 when too many are waiting. */
export async function renderCard(picture: CardPicture, coverPath: string | null): Promise<Buffer> {
  if (waiting.length >= MAX_WAITING) throw new AppError(503, 'unavailable', errorCodes.unavailable, 2)
  if (drawing >= MAX_DRAWING) await new Promise<void>((resolve) => waiting.push(resolve))
  else drawing++
  try {
    return await draw({ picture, coverPath })
  } finally {
    // The next request takes this slot.
    const next = waiting.shift()
    if (next) next()
    else drawing--
  }
}

async function draw(job: CardJob): Promise<Buffer> {
  let jpeg: string | undefined
  const onLine = (line: unknown) => ({ jpeg } = line as CardLine)
  const ending = await runConfined(WORKER, job, {
    timeoutSeconds: TIMEOUT_SECONDS,
    addressGib: DRAWING_ADDRESS_GIB,
    onLine,
  })
  if (jpeg === undefined) throw new Error(`drawing a card ended with ${ending}`)
  return Buffer.from(jpeg, 'base64')
}
