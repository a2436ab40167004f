/** The visibility of a playlist, as a label with an icon. */
import type * as z from 'zod/mini'
import type { PlaylistVisibility } from '#contract/listening/playlists.ts'
import { LinkIcon, PrivateIcon, PublicIcon } from '#web/ui/icon.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'

export type Visibility = z.input<typeof PlaylistVisibility>

const ICONS = { public: PublicIcon, unlisted: LinkIcon, private: PrivateIcon } as const
export const VISIBILITY_TEXTS: Record<Visibility, { name: TranslationKey; hint: TranslationKey }> = {
  public: { name: 'playlists.public', hint: 'playlists.publicHint' },
  unlisted: { name: 'playlists.unlisted', hint: 'playlists.unlistedHint' },
  private: { name: 'playlists.private', hint: 'playlists.privateHint' },
}

export function VisibilityIcon({ visibility, size = 14 }: { visibility: Visibility; size?: number }) {
  const Icon = ICONS[visibility]
  return <Icon size={size} aria-hidden="true" />
}

export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-pill border border-current px-2.5 py-0.5 text-xs font-semi">
      <VisibilityIcon visibility={visibility} />
      {t(VISIBILITY_TEXTS[visibility].name)}
    </span>
  )
}
