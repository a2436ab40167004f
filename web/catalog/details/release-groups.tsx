/** The releases of an artist, newest first; grouped by kind when there is more than one group. */
import { describeKind, yearOf } from './release-facts.ts'
import { ReleaseGrid } from '#web/catalog/lists/cards.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'

type Release = {
  id: string
  title: string
  artworkUrl: string | null
  kind: string
  originalDate: string | null
  publishedAt: string | null
}

const ALBUMS: TranslationKey = 'catalog.albums'
const GROUPS = new Map<string, TranslationKey>([
  ['ep', 'catalog.shortReleases'],
  ['single', 'catalog.shortReleases'],
  ['live', 'catalog.live'],
  ['compilation', 'catalog.compilations'],
])
const ORDER = [...new Set([ALBUMS, ...GROUPS.values()])]

export function ReleaseGroups({ releases }: { releases: readonly Release[] }) {
  const cards = releases.map((release) => ({
    ...release,
    note: [describeKind(release.kind), yearOf(release)].filter(Boolean).join(' · '),
  }))
  const groups = ORDER.map((name) => ({
    name,
    within: cards.filter(({ kind }) => (GROUPS.get(kind) ?? ALBUMS) === name),
  })).filter(({ within }) => within.length > 0)
  if (groups.length < 2) {
    return (
      <div className="mt-8">
        <ReleaseGrid releases={cards} />
      </div>
    )
  }
  return groups.map(({ name, within }) => (
    <section key={name} aria-label={t(name)} className="mt-10">
      <h3 className="mb-4 text-xl">{t(name)}</h3>
      <ReleaseGrid releases={within} />
    </section>
  ))
}
