/** The card of one zap, for its payer to share. Its address is signed, because it may have the payer's name. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import type { getZapCard } from '#contract/listening/cards.ts'
import { EmbedType } from '#contract/listening/embeds.ts'
import { isLanguage, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { readZap, type ZapRow } from '#server/payments/zaps/queries.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { openDisplayFaces, openTextFaces } from '#server/platform/text/faces.ts'
import { textIn } from '#server/platform/texts.ts'
import { dropCard, keepCard, pictureOf } from './cards.ts'
import { drawableText } from './drawing/lettering.ts'
import type { CardDeps } from './deps.ts'
import { readSubject, type Subject } from './subject.ts'

/** Anybody who knows the id of the payment, as with its shares; the name only for its payer. */
export async function findZapCard(
  deps: CardDeps,
  caller: Caller,
  paymentId: string,
  { language = PLAIN_LANGUAGE }: Input<typeof getZapCard>['query'],
): Promise<Data<typeof getZapCard>> {
  const zap = await requireZap(deps, paymentId)
  const isNamed = caller.kind === 'user' && caller.userId === zap.payer_id && !zap.is_nameless
  const { path } = await readTarget(deps, zap)
  const second = zap.content_time_seconds ?? 0
  return {
    cardPath: `/cards/zap/${writeToken(deps, { paymentId, isNamed, language })}.jpg`,
    path: second > 0 ? `${path}?t=${second}` : path,
  }
}

/** Anybody who knows the address. Returns the key of the stored picture. */
export async function readZapCard(deps: CardDeps, token: string): Promise<string> {
  const shown = parseToken(deps, token)
  if (shown === null) throw notFound()
  const key = `zap/${token}`
  const zap = await requireZap(deps, shown.paymentId)
  const subject = await readTarget(deps, zap).catch(async (error: unknown) => {
    if (error instanceof AppError && error.status === 404) await dropCard(deps, key)
    throw error
  })
  const second = zap.content_time_seconds
  const duration = subject.horizon?.durationSeconds ?? 0
  const picture = {
    ...pictureOf(subject, deps.brandName),
    ...(await writeWords(deps, zap, subject.title, shown)),
    sats: null,
    played: second === null || duration === 0 ? null : Math.min(1, second / duration),
  }
  return keepCard(deps, key, picture, subject.coverKey)
}

async function requireZap({ database }: CardDeps, paymentId: string): Promise<ZapRow> {
  const zap = await readZap(database.read, paymentId)
  if (zap === undefined) throw notFound()
  return zap
}

/** Throws 404 for a zap to something without a page. */
async function readTarget({ ask }: CardDeps, { content_type, content_id }: ZapRow): Promise<Subject> {
  const kind = EmbedType.safeParse(content_type)
  if (!kind.success) throw notFound()
  return readSubject(ask, kind.data, content_id)
}

type Shown = { paymentId: string; isNamed: boolean; language: Language }

/** In English where the fonts lack the letters of the language. */
async function writeWords({ database }: CardDeps, zap: ZapRow, title: string, { isNamed, language }: Shown) {
  const [display, plain] = await Promise.all([openDisplayFaces(), openTextFaces()])
  const amount = (locale: Language) =>
    textIn(locale, 'cards.amount', { sats: formatSats(Number(zap.amount_msat), locale) })
  const target = (locale: Language) =>
    zap.content_time_seconds === null
      ? textIn(locale, 'cards.zapTo', { title })
      : textIn(locale, 'cards.zapToAt', { title, time: formatTime(zap.content_time_seconds) })
  const pick = (write: (locale: Language) => string, faces: typeof display) => {
    const own = write(language)
    return drawableText(own, faces) === null ? write(PLAIN_LANGUAGE) : own
  }
  const users = isNamed && zap.payer_id !== null ? await readUserSummaries(database.read, [zap.payer_id]) : new Map()
  const payer = users.get(zap.payer_id ?? '') as { username: string; displayName: string | null } | undefined
  return {
    title: pick(amount, display),
    byline: pick(target, plain),
    notes: [payer?.displayName ?? payer?.username].filter((name) => name !== undefined),
  }
}

const SECONDS_PER_MINUTE = 60

const formatTime = (seconds: number): string =>
  `${Math.floor(seconds / SECONDS_PER_MINUTE)}:${String(seconds % SECONDS_PER_MINUTE).padStart(2, '0')}`

const NAMED = 'n'
const ANONYMOUS = 'a'

function writeToken({ secret }: Pick<CardDeps, 'secret'>, { paymentId, isNamed, language }: Shown): string {
  const said = `${paymentId}.${isNamed ? NAMED : ANONYMOUS}.${language}`
  return `${said}.${createHmac('sha256', secret).update(`zap-card ${said}`).digest('base64url')}`
}

function parseToken(deps: Pick<CardDeps, 'secret'>, token: string): Shown | null {
  const [paymentId = '', name, language] = token.split('.')
  if (!isLanguage(language) || (name !== NAMED && name !== ANONYMOUS)) return null
  const shown = { paymentId, isNamed: name === NAMED, language }
  const [given, expected] = [Buffer.from(token), Buffer.from(writeToken(deps, shown))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? shown : null
}
