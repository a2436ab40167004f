/** Who performs an album or a track, as the first of its credits. */
import type { PerformerRole } from '#contract/catalog/performers.ts'
import { artistHref } from '#web/player/state/playables.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { Credit } from './credits.tsx'

const ROLES: Record<PerformerRole, TranslationKey> = {
  main: 'catalog.roleMain',
  featured: 'catalog.roleFeatured',
  with: 'catalog.roleWith',
  remixer: 'catalog.roleRemixer',
  producer: 'catalog.roleProducer',
}

/** Content saved for offline listening by an earlier version has no performers. */
type Content = {
  performers?: readonly { name: string; role: PerformerRole; artistUrl: string | null }[]
  credits: readonly Credit[]
}

export const allCredits = ({ performers = [], credits }: Content): Credit[] => [
  ...performers.map(({ name, role, artistUrl }) => ({
    name,
    role: t(ROLES[role]),
    href: artistUrl === null ? undefined : artistHref(artistUrl),
  })),
  ...credits,
]
