/** What partners and owners see of offers and versions. Answers are consent.ts. */
import type * as calls from '#contract/catalog/split-offers.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { findContent, findContents } from '#server/catalog/content/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser } from '#server/platform/http/authorization.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { readInvitedNames } from './invitation-queries.ts'
import { readPartnerNames } from './outside-queries.ts'
import { selectTerms } from './split-queries.ts'
import {
  listOffers,
  listShares,
  isInVersions,
  listVersions,
  selectVersionAt,
  type OfferRow,
  type ShareRow,
  type VersionRow,
} from './version-queries.ts'

type Offer = Data<typeof calls.listSplitOffers>[number]
type Partner = Data<typeof calls.listSplitVersions>[number]['shares'][number]['user']
const OFFERS_MAX = 100
const VERSIONS_MAX = 50

/** What is offered to this user. `waiting`: the msat that wait, by version. */
export async function readOffers(
  tx: Tx,
  userId: string,
  { waiting, offerMs, now }: { waiting: ReadonlyMap<string, bigint>; offerMs: number; now: Date },
): Promise<Offer[]> {
  const rows = (await listOffers(tx, userId, OFFERS_MAX)).filter(
    (row) => row.ended_at === null || (waiting.get(row.version_id) ?? 0n) > 0n,
  )
  const contentIds = [...new Set(rows.map((row) => row.content_id))]
  const contents = new Map((await findContents(tx, contentIds, now)).map((one) => [one.id, one]))
  const names = await readUserSummaries(tx, [...new Set(rows.map((row) => row.owner_id))])
  const offers: Offer[] = []
  for (const row of rows) {
    const content = contents.get(row.content_id)
    if (content === undefined) continue
    const owner = names.get(row.owner_id)
    offers.push({
      versionId: row.version_id,
      contentId: row.content_id,
      contentType: content.type,
      title: content.title,
      artist: content.artist_name,
      owner: { name: owner?.username ?? '', displayName: owner?.displayName ?? null },
      share: row.share,
      shareTotal: row.share_total,
      former: row.is_lowered && row.ended_at === null ? await readFormer(tx, row) : null,
      begunAt: row.begun_at,
      isPast: row.ended_at !== null,
      expiresAt: new Date((row.invited_at ?? now).getTime() + offerMs),
      msatWaiting: waiting.get(row.version_id) ?? 0n,
    })
  }
  return offers
}

/** The share that pays this user now. */
async function readFormer(tx: Tx, { content_id: contentId, user_id: userId }: OfferRow): Promise<Offer['former']> {
  const rows = await selectTerms(tx, [contentId])
  const own = rows.find((row) => row.user_id === userId)
  if (own === undefined || own.share === null) return null
  return { share: own.share, shareTotal: rows.reduce((sum, { share }) => sum + (share ?? 0), 0) }
}

/** For the owner of the content, and for everybody who is or was in its split. */
export async function readVersions(
  { database, clock }: Catalog,
  caller: Caller,
  { contentId, contentType }: Input<typeof calls.listSplitVersions>['params'],
): Promise<Data<typeof calls.listSplitVersions>> {
  requireUser(caller)
  const tx = database.read
  const content = await findContent(tx, contentId, clock.now())
  if (content === undefined || content.type !== contentType) throw notFound()
  const versions = await listVersions(tx, contentId, VERSIONS_MAX)
  const shares = await listShares(
    tx,
    versions.map(({ id }) => id),
  )
  const isPartner = shares.some((share) => share.user_id === caller.userId)
  const isOwn = isOwner(caller, content.owner_id)
  if (!isOwn && !isPartner) throw notFound()
  const ids = [...new Set(shares.map((share) => share.user_id))]
  const names = await readPartnerNames(tx, ids)
  const invited = await readInvitedNames(tx, ids)
  const nameOf = (id: string) => {
    const [user, place] = [names.get(id), invited.get(id)]
    if (place !== undefined) return { name: isOwn ? place.name : '', displayName: null, invited: place.invited }
    return { name: user?.username ?? '', displayName: user?.displayName ?? null }
  }
  const sharesOf = Map.groupBy(shares, (share) => share.version_id)
  return versions.map((version) =>
    describeVersion(version, sharesOf.get(version.id) ?? [], {
      nameOf,
      isTaken: (id) => invited.get(id)?.isTaken === true,
    }),
  )
}

/** The version by which this content was shared at this moment, if its weights are these. */
export async function findVersionAt(
  tx: Tx,
  userId: string,
  { contentId, weights, at }: { contentId: string; weights: readonly number[]; at: Date },
) {
  const version = await selectVersionAt(tx, contentId, at)
  if (version === undefined) return null
  const shares = await listShares(tx, [version.id])
  const placed = shares.filter(({ position }) => position !== null)
  if (placed.length !== weights.length || placed.some(({ share }, index) => share !== weights[index])) return null
  const content = await findContent(tx, version.content_id, at)
  if (content === undefined || version.begun_at === null) return null
  const isListed = content.owner_id === userId || (await isInVersions(tx, content.id, userId))
  return {
    contentId: content.id,
    contentType: content.type,
    number: version.number,
    begunAt: version.begun_at,
    isListed,
  }
}

type Described = { nameOf: (id: string) => Partner; isTaken: (id: string) => boolean }

function describeVersion(version: VersionRow, shares: readonly ShareRow[], { nameOf, isTaken }: Described) {
  return {
    versionId: version.id,
    number: version.number,
    isRemoval: version.is_removal,
    createdAt: version.created_at,
    begunAt: version.begun_at,
    endedAt: version.ended_at,
    shares: shares.map((share) => ({
      user: nameOf(share.user_id),
      share: share.share,
      state: share.state,
      isLowered: share.is_lowered,
      ...(share.state === 'waiting' && isTaken(share.user_id) && { isTaken: true }),
      decidedAt: share.decided_at,
    })),
  }
}
