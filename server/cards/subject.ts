/** What a card shows of a content, read from /v1 as a visitor: what visitors cannot see has no card. */
import { getHorizon } from '#contract/listening/horizon.ts'
import { getProfile } from '#contract/accounts/users.ts'
import type { CardKind } from '#contract/listening/cards.ts'
import type { HorizonData } from '#contract/listening/horizon-bars.ts'
import { formatSats } from '#contract/money.ts'
import { type CallApi, readContent } from '#server/embeds/content.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { floodOf, type FloodColours } from './drawing/colours.ts'

export type Subject = {
  title: string
  byline: string | null
  /** The path of its page. */
  path: string
  colours: FloodColours
  coverKey: string | null
  /** Of itself, or of its best known sound. */
  horizon: HorizonData | null
  /** What it has received, if that is the sum of its horizon. */
  sats: string | null
}

/** Throws 404, like the page, with `content-gone` for what was there once. */
export async function readSubject(ask: CallApi, kind: CardKind, id: string): Promise<Subject> {
  try {
    return kind === 'profile' ? await readProfile(ask, id) : await readOf(ask, kind, id)
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && [400, 401, 403, 404, 410].includes(Number(error.status)))) {
      throw error
    }
    throw 'code' in error && error.code === 'content-gone' ? new AppError(404, 'content-gone') : notFound()
  }
}

const OWN_HORIZON: readonly CardKind[] = ['track', 'episode', 'album']

async function readOf(ask: CallApi, kind: Exclude<CardKind, 'profile'>, id: string): Promise<Subject> {
  const content = await readContent(ask, kind, id)
  const isOwn = OWN_HORIZON.includes(kind)
  const contentId = isOwn ? content.id : content.sounds[0]?.id
  const horizon = contentId === undefined ? null : await ask(getHorizon, { params: { contentId } })
  const msat =
    horizon === null || !isOwn ? 0 : horizon.sums.reduce((sum, one) => sum + one.msatAmount, horizon.msatElsewhere)
  return {
    title: content.title,
    byline: content.byline,
    path: content.path,
    colours: floodOf(content.colours),
    coverKey: keyOf(content.artworkUrl),
    horizon: horizon === null || horizon.durationSeconds === 0 ? null : horizon,
    sats: msat < 1_000 ? null : `${formatSats(msat)} ${msat < 2_000 ? 'sat' : 'sats'}`,
  }
}

async function readProfile(ask: CallApi, profileUrl: string): Promise<Subject> {
  const profile = await ask(getProfile, { params: { profileUrl } })
  return {
    title: profile.displayName ?? profile.name,
    byline: `@${profile.name}`,
    path: `/profile/${encodeURIComponent(profile.profileUrl)}`,
    colours: floodOf(null),
    coverKey: keyOf(profile.artworkUrl),
    horizon: null,
    sats: null,
  }
}

/** Of the square picture of a cover (server/media/pictures/artwork.ts). */
function keyOf(artworkUrl: string | null): string | null {
  const stem = /(media\/[a-z0-9._-]+)\.jpg(?:\?.*)?$/.exec(artworkUrl ?? '')?.[1]
  return stem === undefined ? null : `${stem}-640.webp`
}
