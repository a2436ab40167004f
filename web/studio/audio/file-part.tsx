/** The audio file of a track or an episode: its state, downloading the original, replacing it. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { getOriginal } from '#contract/catalog/uploads.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FileInput } from '#web/ui/controls/file-input.tsx'
import { SaveIcon, UploadIcon } from '#web/ui/icon.tsx'
import { formatDuration } from '#web/words/format.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Trouble } from '#web/studio/uploads/line-parts.tsx'
import { refusalOf, AUDIO_ACCEPT } from '#web/studio/uploads/audio-files.ts'
import { describeRefusals } from '#web/studio/uploads/audio-refusals.ts'
import { resumeUpload, formatCutOff } from './cut-off.tsx'
import { audioState, useArrivals, type Arrival, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import { UploadLine } from '#web/studio/uploads/line.tsx'
import { uploadActions, useUploadsOf } from '#web/studio/uploads/window.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { describeRefusedFile } from './failure-texts.ts'

type AudioFileItem = Pick<
  AudioItem,
  'id' | 'uploadId' | 'title' | 'liveUrl' | 'duration' | 'isProcessing' | 'compressorError' | 'compressorErrorCode'
>

export function AudioFilePart({ audioItem: file, parent }: { audioItem: AudioFileItem; parent: AudioParent }) {
  const site = useSite()
  const [refusal, setRefusal] = useState<string>()
  const { data: arrivals } = useArrivals(file.isProcessing)
  const arrival = (file.isProcessing && arrivals?.find(({ uploadId }) => uploadId === file.uploadId)) || null
  const audioItem = { ...file, arrival }
  const isWaiting = arrival?.state === 'awaiting-upload'
  const going = useUploadsOf(parent.id).findLast(
    ({ contentId, state }) => contentId === audioItem.id && state !== 'sent',
  )
  useFreshAudio(parent, audioItem.id)
  const titleId = useId()
  const choose = useRef<HTMLInputElement>(null)
  const take = (selected: File | undefined) => {
    if (!selected) return
    setRefusal(describeRefusals([selected], 0, 1)[0])
    if (refusalOf(selected) !== null) return
    if (arrival?.state === 'awaiting-upload') resumeUpload(site, parent, { ...audioItem, arrival }, selected)
    else uploadActions.replace(site, parent, audioItem, selected)
  }
  return (
    <section aria-labelledby={titleId} className="mt-12 max-w-[640px] border-t border-line pt-6">
      <h2 id={titleId} className="text-xl">
        {t('studio.soundFile')}
      </h2>
      <div className="mt-2.5">
        <State audioItem={audioItem} isGoing={going !== undefined} />
      </div>
      {going && (
        <div className="mt-3 flex min-h-16 flex-wrap items-center gap-3 rounded-cover border border-line bg-highlight px-4 py-2.5">
          <UploadLine upload={going} />
        </div>
      )}
      {refusal && <Alert className="mt-3">{refusal}</Alert>}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          kind="quiet"
          disabled={going !== undefined && going.state !== 'failed'}
          icon={<UploadIcon size={17} aria-hidden="true" />}
          onClick={() => choose.current?.click()}
        >
          {t(
            isWaiting
              ? 'studio.chooseAgain'
              : audioItem.liveUrl === null
                ? 'studio.soundSendAgain'
                : 'studio.soundReplace',
          )}
        </Button>
        <FileInput
          ref={choose}
          accept={AUDIO_ACCEPT}
          aria-label={t('studio.soundReplaceFile')}
          tabIndex={-1}
          className="sr-only"
          onFiles={([selected]) => take(selected)}
        />
        {audioItem.liveUrl !== null && <DownloadButton uploadId={audioItem.uploadId} />}
      </div>
      {audioItem.liveUrl !== null && <p className="mt-2.5 text-sm text-ink-2">{t('studio.soundReplaceHint')}</p>}
    </section>
  )
}

function State({ audioItem, isGoing }: { audioItem: AudioFileItem & { arrival: Arrival | null }; isGoing: boolean }) {
  const { arrival } = audioItem
  if (arrival?.state === 'awaiting-upload') {
    return isGoing ? null : <p className="text-ink-2">{formatCutOff({ ...audioItem, arrival })}</p>
  }
  const state = audioState(audioItem)
  if (state === 'failed') return <Trouble>{describeRefusedFile(audioItem)}</Trouble>
  if (state === 'preparing') return <p className="text-ink-2">{t('studio.statePreparing')}</p>
  return (
    <>
      <p>{t('studio.soundReady', { length: formatDuration(audioItem.duration ?? 0) })}</p>
      {audioItem.isProcessing && <p className="mt-1 text-ink-2">{t('studio.stateReplacing')}</p>}
      {!audioItem.isProcessing && audioItem.compressorError !== null && (
        <Trouble>{describeRefusedFile(audioItem)}</Trouble>
      )}
    </>
  )
}

function DownloadButton({ uploadId }: { uploadId: string }) {
  const { call } = useSite()
  const asking = useMutation({
    mutationFn: () => call(getOriginal, { params: { uploadId } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      <Button
        kind="quiet"
        isWaiting={asking.isPending}
        icon={<SaveIcon size={17} aria-hidden="true" />}
        onClick={() => asking.mutate()}
      >
        {t('studio.soundDownload')}
      </Button>
      {asking.error && <Alert className="w-full">{describeFailure(asking.error)}</Alert>}
    </>
  )
}

/** Refetches the audio's data once a new file has been uploaded. */
function useFreshAudio(parent: AudioParent, id: string): void {
  const { queries } = useSite()
  const sent = useUploadsOf(parent.id).filter(({ contentId, state }) => contentId === id && state === 'sent').length
  useEffect(() => {
    if (sent === 0) return
    void queries.invalidateQueries({ queryKey: queryKeyOf(parent.kind === 'album' ? getTrack : getEpisode) })
  }, [sent, parent.kind, queries])
}
