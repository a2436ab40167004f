/** The visibility of a playlist, as a label. */
import type * as z from 'zod/mini'
import type { PlaylistVisibility } from '#contract/listening/playlists.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export type Visibility = z.input<typeof PlaylistVisibility>

export const VISIBILITY_TEXTS: Record<Visibility, { name: TranslationKey; hint: TranslationKey }> = {
  public: { name: 'playlists.public', hint: 'playlists.publicHint' },
  unlisted: { name: 'playlists.unlisted', hint: 'playlists.unlistedHint' },
  private: { name: 'playlists.private', hint: 'playlists.privateHint' },
}

export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  return (
    <span className="rounded-pill border border-current px-2.5 py-0.5 text-xs font-semi">
      {t(VISIBILITY_TEXTS[visibility].name)}
    </span>
  )
}
