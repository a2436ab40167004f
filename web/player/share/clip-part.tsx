/** Making a clip: choosing its part and shape, waiting for it, and sharing it. Loaded on demand. The server makes it, so
 * nothing is lost when this is closed. */
import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { createClip, getClip, getClipTerms } from '#contract/listening/clips.ts'
import { getHorizon } from '#contract/listening/horizon.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import type { ShareTarget } from '#web/frame/share-target.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { ShareFile } from '#web/ui/controls/share-file.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ClipRange, defaultRange } from './clip-range.tsx'
import type { Range } from './clip-times.ts'
import { readClipId, writeClipId } from './stored-clip.ts'
import { linkOf } from './share-links.ts'

type Clip = Wire<typeof createClip>
type Target = ShareTarget & { contentId: string }

const POLL_MS = 1_000

export function ClipPart({ target, atSeconds }: { target: Target; atSeconds: number }) {
  const { call } = useSite()
  const { contentId } = target
  const [clipId, setClipId] = useState(() => readClipId(contentId))
  const keep = (id: string | null) => {
    writeClipId(contentId, id)
    setClipId(id)
  }
  const { data: terms, error } = useQuery(callQuery(call, getClipTerms, { params: { contentId } }))
  if (error) return <p className="text-ink-2">{describeFailure(error)}</p>
  if (terms === undefined) return <Skeleton className="h-64 rounded-field" />
  if (!terms.isAllowed) return <p className="text-ink-2">{t('error.clips-forbidden')}</p>
  if (clipId !== null) return <ClipState clipId={clipId} target={target} onLeave={() => keep(null)} />
  return <ClipForm target={target} atSeconds={atSeconds} durationSeconds={terms.durationSeconds} onMade={keep} />
}

function ClipForm({
  target: { contentId },
  atSeconds,
  durationSeconds,
  onMade,
}: {
  target: Target
  atSeconds: number
  durationSeconds: number
  onMade: (clipId: string) => void
}) {
  const { call, queries } = useSite()
  const [range, setRange] = useState<Range>(() => defaultRange(atSeconds, durationSeconds))
  const [shape, setShape] = useState<Clip['shape']>('square')
  const { data: horizon } = useQuery(callQuery(call, getHorizon, { params: { contentId } }))
  const making = useMutation({
    mutationFn: () =>
      call(createClip, {
        body: { contentId, startSeconds: range.start, seconds: range.end - range.start, shape },
      }),
    onSuccess(clip) {
      queries.setQueryData(callQuery(call, getClip, { params: { clipId: clip.clipId } }).queryKey, clip)
      onMade(clip.clipId)
    },
  })
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-2">{t('clips.lead')}</p>
      <ClipRange peaks={horizon?.peaks ?? []} durationSeconds={durationSeconds} range={range} onChange={setRange} />
      <SelectField
        label={t('clips.shape')}
        value={shape}
        onChange={(event) => setShape(event.target.value as Clip['shape'])}
      >
        <option value="square">{t('clips.square')}</option>
        <option value="tall">{t('clips.tall')}</option>
      </SelectField>
      {making.error && (
        <p role="alert" className="text-pink">
          {describeFailure(making.error)}
        </p>
      )}
      <div>
        <Button isWaiting={making.isPending} onClick={() => making.mutate()}>
          {t('clips.make')}
        </Button>
      </div>
    </div>
  )
}

function ClipState({ clipId, target, onLeave }: { clipId: string; target: Target; onLeave: () => void }) {
  const { call } = useSite()
  const { data: clip, error } = useQuery({
    ...callQuery(call, getClip, { params: { clipId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : POLL_MS),
  })
  const again = (
    <Button kind="quiet" onClick={onLeave}>
      {t('clips.another')}
    </Button>
  )
  if (error ?? clip?.state === 'failed') {
    return (
      <div className="flex flex-col items-start gap-4">
        <p role="alert">{t('clips.failed')}</p>
        {again}
      </div>
    )
  }
  if (clip === undefined) return <Skeleton className="h-64 rounded-field" />
  if (clip.path === null) return <Waiting clip={clip} />
  return (
    <div className="flex flex-col gap-4">
      <video
        src={clip.path}
        controls
        playsInline
        aria-label={t('clips.video', { title: target.title })}
        className={
          clip.shape === 'square' ? 'mx-auto aspect-square w-full max-w-sm' : 'mx-auto aspect-[9/16] max-h-[60dvh]'
        }
      />
      <ClipActions clip={clip} path={clip.path} target={target} />
      <div>{again}</div>
    </div>
  )
}

const isEnded = ({ state }: Clip): boolean => state === 'finished' || state === 'failed'

function Waiting({ clip }: { clip: Clip }) {
  const isWaiting = clip.state === 'waiting'
  return (
    <div className="flex flex-col gap-4 py-6">
      <Progress
        label={isWaiting ? t('clips.waiting') : t('clips.processing')}
        part={isWaiting ? null : clip.progress}
      />
      <p className="text-ink-2">{t('clips.leave')}</p>
    </div>
  )
}

function ClipActions({ clip, path, target }: { clip: Clip; path: string; target: Target }) {
  const { publicUrl } = useSettings()
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const file = {
    href: path,
    name: `${target.title}.${extension}`,
    type: `video/${extension}`,
    text: target.byline ? `${target.title} – ${target.byline}` : target.title,
    link: linkOf(target, publicUrl || location.origin, clip.startSeconds),
  }
  const labels = {
    share: t('cards.share'),
    download: t('cards.download'),
    copyLink: t('cards.copyLink'),
    copied: t('cards.copied'),
  }
  return <ShareFile file={file} labels={labels} />
}
