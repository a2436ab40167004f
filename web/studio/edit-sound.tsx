/** What the edit pages of a track and of an episode have in common: following their sound, and the parts about who made it and
 * who shares in it. */
import { t } from '../words/words.ts'
import { CreditsEditor } from './credits-editor.tsx'
import type { EditPart } from './edit-frame.tsx'
import { SplitBox } from './split-part.tsx'
import type { SplitOf } from './split-preview.tsx'
import { TimeSplitEditor } from './time-split-editor.tsx'
import type { EditedSound } from './waveform-sound.ts'

const POLL_MS = 2_000

/** For the query of a track or an episode: new sound becomes ready by itself. */
export const watched = {
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: { isProcessing: boolean } | undefined } }) =>
    state.data?.isProcessing ? POLL_MS : false,
} as const

export function soundParts(
  of: SplitOf & { contentType: 'track' | 'episode' },
  parent: SplitOf,
  { artist, ...sound }: EditedSound & { artist: string },
): EditPart[] {
  return [
    { key: 'credits', name: t('studio.partCredits'), panel: <CreditsEditor of={of} /> },
    {
      key: 'split',
      name: t('studio.partSplit'),
      panel: (
        <div className="max-w-[560px]">
          <SplitBox of={of} parent={parent} artist={artist} />
        </div>
      ),
    },
    {
      key: 'time-splits',
      name: t('studio.partTimeSplits'),
      panel: <TimeSplitEditor of={of} parent={parent} sound={sound} />,
    },
  ]
}
