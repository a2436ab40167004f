/** Everybody who performs an album or a track, by role. */
import type { PerformerRole } from '#contract/catalog/performers.ts'
import { artistHref } from '#web/player/state/playables.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { CreditLines } from './credits.tsx'

const ROLES: Record<PerformerRole, TranslationKey> = {
  main: 'catalog.roleMain',
  featured: 'catalog.roleFeatured',
  with: 'catalog.roleWith',
  remixer: 'catalog.roleRemixer',
  producer: 'catalog.roleProducer',
}

type Performer = { name: string; role: PerformerRole; artistUrl: string | null }

export function PerformerLines({ performers }: { performers: readonly Performer[] }) {
  const credits = performers.map(({ name, role, artistUrl }) => ({
    name,
    role: t(ROLES[role]),
    href: artistUrl === null ? undefined : artistHref(artistUrl),
  }))
  return (
    <div className="mt-12 max-w-[40rem]">
      <CreditLines title={t('catalog.performers')} credits={credits} />
    </div>
  )
}
