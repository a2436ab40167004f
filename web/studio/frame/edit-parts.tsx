/** Parts that several edit pages have, and the polling of tracks and episodes while their audio is processed. */
import type * as z from 'zod/mini'
import { t } from '#web/words/words.ts'
import type { Performer } from '#contract/catalog/performers.ts'
import { CreditsEditor } from '#web/studio/credits/editor.tsx'
import { rowsOfPerformers } from '#web/studio/credits/performer-rows.ts'
import { PerformersEditor, type PerformedContent } from '#web/studio/credits/performers-editor.tsx'
import { DownloadsEditor } from '#web/studio/downloads/editor.tsx'
import { PreviewLinks } from '#web/studio/downloads/preview-links.tsx'
import type { EditPart } from './edit-frame.tsx'
import { SplitBox } from '#web/studio/splits/part.tsx'
import type { SplitOf } from '#web/studio/splits/preview.tsx'
import { TimeSplitEditor } from '#web/studio/splits/time-split-editor.tsx'
import type { EditedAudio } from '#web/studio/waveform/audio.ts'

const POLL_MS = 2_000

/** Query options of a track or an episode: refetches until new audio is ready. */
export const watched = {
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: { isProcessing: boolean } | undefined } }) =>
    state.data?.isProcessing ? POLL_MS : false,
} as const

export const performersPart = (
  of: PerformedContent,
  artist: string,
  performers: readonly z.input<typeof Performer>[],
): EditPart => ({
  key: 'performers',
  name: t('studio.partPerformers'),
  panel: <PerformersEditor of={of} artist={artist} saved={rowsOfPerformers(performers)} />,
})

export const creditsPart = (of: { contentId: string; contentType: 'album' | 'track' | 'episode' }): EditPart => ({
  key: 'credits',
  name: t('studio.partCredits'),
  panel: <CreditsEditor of={of} />,
})

export const splitPart = (of: SplitOf, artist: string, parent?: SplitOf): EditPart => ({
  key: 'split',
  needs: 'money',
  name: t('studio.partSplit'),
  panel: (
    <div className="max-w-[560px]">
      <SplitBox of={of} artist={artist} {...(parent && { parent })} />
    </div>
  ),
})

export const downloadsPart = (contentId: string): EditPart => ({
  key: 'downloads',
  needs: 'money',
  name: t('records.part'),
  panel: <DownloadsEditor contentId={contentId} />,
})

export const previewsPart = (contentId: string): EditPart => ({
  key: 'previews',
  name: t('records.previewsPart'),
  panel: <PreviewLinks contentId={contentId} />,
})

export const audioParts = (
  of: SplitOf & { contentType: 'track' | 'episode' },
  parent: SplitOf,
  { artist, ...audioItem }: EditedAudio & { artist: string },
): EditPart[] => [
  creditsPart(of),
  splitPart(of, artist, parent),
  {
    key: 'time-splits',
    needs: 'money',
    name: t('studio.partTimeSplits'),
    panel: <TimeSplitEditor of={of} parent={parent} audioItem={audioItem} />,
  },
]
