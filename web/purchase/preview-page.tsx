/** The page of a preview link: plays an album, a track or an episode for those who have the link. It has a separate player, so
 * that nothing played here is reported as a play, and requests each play from the server, which limits them. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countPreviewOpen, getPreview, playPreview } from '#contract/catalog/previews/preview-links.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { useParams } from '#web/navigation/navigation.tsx'
import { PlayIcon } from '#web/ui/icon.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate, formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

type Preview = Wire<typeof getPreview>

const inputOf = (token = '') => ({ params: { token } })

export const load = (visit: Visit) => preload(visit, getPreview, inputOf(visit.params['link']))

export function Page() {
  const { link: token = '' } = useParams()
  const { call } = useSite()
  const preview = usePageData(getPreview, inputOf(token))
  useEffect(() => {
    call(countPreviewOpen, inputOf(token)).catch(() => undefined)
  }, [call, token])
  if (!preview) return <PageSkeleton label={t('common.loading')} />
  const { contentId, title, artist, artworkUrl, name, expiresAt } = preview
  return (
    <div className="pt-4">
      <Head title={t('records.previewTitle', { title })} isHidden />
      <meta name="referrer" content="no-referrer" />
      <header className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Cover src={artworkUrl} alt="" seed={contentId} sizes="240px" isEager className="size-40 md:size-60" />
        <div className="min-w-0 flex-[1_1_16rem]">
          <h1 className="title-1 wrap-anywhere">{title}</h1>
          <p className="mt-2 text-lg font-semi">{artist}</p>
          <p className="mt-1 text-ink-2">{t('records.previewFor', { name, date: formatDate(expiresAt) })}</p>
        </div>
      </header>
      <Items token={token} preview={preview} />
    </div>
  )
}

function Items({ token, preview: { items, playsMax, playsLeft } }: { token: string; preview: Preview }) {
  const { call } = useSite()
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  const [left, setLeft] = useState(playsLeft)
  const starting = useMutation({
    mutationFn: (itemId: string) => call(playPreview, { ...inputOf(token), body: { itemId } }),
    async onSuccess({ path, playsLeft: newLeft }, itemId) {
      setPlaying(itemId)
      setLeft(newLeft)
      audio.current!.src = path
      // A browser may require another press, for which the controls are shown.
      await audio.current!.play().catch(() => undefined)
    },
  })
  // A second press on the current one continues it: a new play would count.
  const start = (id: string) => {
    if (starting.isPending) return
    if (id === playing && audio.current?.ended === false) void audio.current.play().catch(() => undefined)
    else starting.mutate(id)
  }
  const onEnded = () => {
    const next = items[items.findIndex(({ id }) => id === playing) + 1]
    if (next) starting.mutate(next.id)
  }
  return (
    <>
      {playsMax !== null && left !== null && <Limit {...{ playsMax, left }} isAlbum={items.length > 1} />}
      <ol className="mt-8 border-t border-line">
        {items.map(({ id, title, seconds, files }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line">
            <button
              type="button"
              aria-label={t('catalog.playTitle', { title })}
              aria-current={id === playing}
              onClick={() => start(id)}
              className="flex min-h-11 min-w-0 grow basis-40 items-center gap-3 py-2 text-left font-semi hover:underline aria-[current=true]:text-purple"
            >
              <PlayIcon size={18} className="shrink-0" />
              <span className="min-w-0 wrap-anywhere">{title}</span>
            </button>
            <Files title={title} files={files} />
            <span className="text-ink-2 tabular-nums">{formatDuration(seconds)}</span>
          </li>
        ))}
      </ol>
      {starting.error && (
        <div className="mt-4">
          <Problem words={describeFailure(starting.error)} />
        </div>
      )}
      <audio
        ref={audio}
        controls
        controlsList="nodownload"
        onEnded={onEnded}
        className={playing === null ? 'hidden' : 'sticky bottom-24 mt-6 w-full'}
      />
    </>
  )
}

/** How often the link can be played, and how many plays are left. */
function Limit({ playsMax, left, isAlbum }: { playsMax: number; left: number; isAlbum: boolean }) {
  return (
    <p className="mt-6 font-semi" role="status">
      {t('records.previewLimit', { count: playsMax, left })}.{' '}
      {isAlbum && <span className="font-normal text-ink-2">{t('records.previewEach')}</span>}
    </p>
  )
}

function Files({ title, files }: Pick<Preview['items'][number], 'title' | 'files'>) {
  return files.map(({ format, path }) => (
    <a
      key={format}
      href={path}
      download
      aria-label={t('records.previewKeep', { title, format: format.toUpperCase() })}
      className="flex min-h-11 items-center font-semi underline underline-offset-4"
    >
      {format.toUpperCase()}
    </a>
  ))
}
