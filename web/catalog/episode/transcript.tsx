/** The transcript of an episode in a scrollable box: the line being spoken is marked, pressing a line plays from there, and it
 * can be searched. For the keyboard, the times of the paragraphs are one tab stop, and the arrow keys move between them. */
import {
  Fragment,
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { getTranscript } from '#contract/catalog/transcripts.ts'
import { callQuery } from '#web/data/queries.ts'
import { useHydrated } from '#web/data/use-hydrated.ts'
import { useSite } from '#web/data/site.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { followSpeech, type SpeechFollower } from './follow-speech.ts'
import { playFrom } from './play-from.ts'
import { findHits, groupHits, partsOf, toParagraphs, type Hit, type Paragraph } from './transcript-text.ts'

const HITS_MAX = 1_000

export function Transcript({ episodeId, playable }: { episodeId: string; playable: Playable | undefined }) {
  const { call } = useSite()
  const { data, isError } = useQuery(callQuery(call, getTranscript, { params: { episodeId } }))
  const paragraphs = useMemo(() => toParagraphs(data?.lines ?? []), [data])
  if (isError || data?.lines.length === 0) return null
  return (
    <section className="my-(--band)">
      {data ? (
        <Reader episodeId={episodeId} paragraphs={paragraphs} playable={playable} />
      ) : (
        <>
          <h2 className="mb-5 title-1">{t('episode.transcript')}</h2>
          <div role="status" aria-label={t('common.loading')}>
            <LinesSkeleton />
          </div>
        </>
      )}
    </section>
  )
}

type ReaderProps = { episodeId: string; paragraphs: readonly Paragraph[]; playable: Playable | undefined }

function Reader({ episodeId, paragraphs, playable }: ReaderProps) {
  const box = useRef<HTMLDivElement>(null)
  const follower = useFollower(box, episodeId, paragraphs)
  const [term, setTerm] = useState('')
  const searched = useDeferredValue(term)
  const hits = useMemo(() => findHits(paragraphs, searched, HITS_MAX), [paragraphs, searched])
  const hitsOf = useMemo(() => groupHits(hits), [hits])
  const [selected, setSelected] = useState(0)
  const [stop, setStop] = useState(0)
  const search = (typed: string) => {
    setTerm(typed)
    setSelected(0)
  }
  const moveTo = (hit: number) => setSelected((hit + hits.length) % Math.max(1, hits.length))
  useEffect(() => {
    const mark = box.current?.querySelector(`mark[data-hit="${selected}"]`)
    if (!mark) return
    follower.current?.holdPosition()
    mark.scrollIntoView({ block: 'nearest' })
  }, [hits, selected, follower])
  const holdPosition = () => follower.current?.holdPosition()
  const press = ({ target }: MouseEvent) => {
    const pressed = (target as Element).closest<HTMLElement>('[data-at], button')
    const isSelecting = pressed?.tagName === 'SPAN' && getSelection()?.isCollapsed === false
    if (!playable || !pressed || isSelecting) return
    follower.current?.moveAgain()
    playFrom(playable, Number(pressed.dataset['at'] ?? pressed.dataset['from']))
  }
  return (
    <>
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className="title-1">{t('episode.transcript')}</h2>
        <Search term={term} hits={hits.length} selected={selected} onSearch={search} onMove={moveTo} />
      </header>
      <div
        ref={box}
        role="group"
        aria-label={t('episode.transcript')}
        tabIndex={0}
        onWheel={holdPosition}
        onTouchMove={holdPosition}
        onClick={press}
        onKeyDown={moveStop(box, setStop)}
        className="transcript max-h-[min(75svh,46rem)] overflow-y-auto border-y border-line py-3 text-[clamp(1.0625rem,1rem+0.3vw,1.3rem)] leading-[1.55]"
      >
        {paragraphs.map((paragraph, index) => (
          <ParagraphText
            key={index}
            paragraph={paragraph}
            hits={hitsOf.get(index)}
            selected={hits[selected]?.paragraph === index ? selected : -1}
            isStop={index === stop}
            canPlay={playable !== undefined}
          />
        ))}
      </div>
    </>
  )
}

function useFollower(
  box: { readonly current: HTMLDivElement | null },
  episodeId: string,
  paragraphs: readonly Paragraph[],
): { readonly current: SpeechFollower | null } {
  const follower = useRef<SpeechFollower | null>(null)
  useEffect(() => {
    const starts = paragraphs.flatMap(({ lines }) => lines.map((line) => line.startTime))
    const following = followSpeech(box.current!, episodeId, starts)
    follower.current = following
    return following.stop
  }, [box, episodeId, paragraphs])
  return follower
}

/** Moves the tab stop between the times of the paragraphs. */
const moveStop =
  (box: { readonly current: HTMLDivElement | null }, setStop: (index: number) => void) => (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const from = buttons.indexOf(event.target as HTMLButtonElement)
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: buttons.length - 1 }[event.key]
    const button = to === undefined || from === -1 ? undefined : buttons[to]
    if (!button) return
    event.preventDefault()
    setStop(buttons.indexOf(button))
    button.focus()
  }

type ParagraphProps = {
  paragraph: Paragraph
  hits: readonly Hit[] | undefined
  /** The number of the hit that is selected, if it is in this paragraph. */
  selected: number
  isStop: boolean
  canPlay: boolean
}

const ParagraphText = memo(function ParagraphText({ paragraph, hits, selected, isStop, canPlay }: ParagraphProps) {
  const { startTime, speaker, lines } = paragraph
  const time = formatDuration(startTime)
  let offset = 0
  return (
    <div className="transcript-row">
      {canPlay ? (
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          data-from={startTime}
          aria-label={t('horizon.playFrom', { time })}
        >
          {time}
        </button>
      ) : (
        <span>{time}</span>
      )}
      <p dir="auto">
        {speaker !== null && <b>{speaker}</b>}
        {lines.map((line, index) => {
          const parts = hits ? partsOf(line.text, offset, hits) : [{ text: line.text, hit: null }]
          offset += line.text.length + 1
          return (
            <Fragment key={index}>
              <span data-at={line.startTime}>
                {parts.map(({ text, hit }, place) =>
                  hit === null ? (
                    text
                  ) : (
                    <mark key={place} data-hit={hit} data-selected={hit === selected || undefined}>
                      {text}
                    </mark>
                  ),
                )}
              </span>{' '}
            </Fragment>
          )
        })}
      </p>
    </div>
  )
})

type SearchProps = {
  term: string
  hits: number
  selected: number
  onSearch: (term: string) => void
  onMove: (hit: number) => void
}

function Search({ term, hits, selected, onSearch, onMove }: SearchProps) {
  // Text that is typed before hydration would be lost.
  const isHydrated = useHydrated()
  return (
    <search className="flex min-w-0 flex-wrap items-end gap-x-4 gap-y-2">
      <Field
        label={t('episode.transcriptSearch')}
        type="search"
        disabled={!isHydrated}
        value={term}
        maxLength={100}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onMove(selected + (event.shiftKey ? -1 : 1))
        }}
      />
      {hits > 0 && (
        <>
          <WordButton label={t('episode.transcriptPrevious')} onClick={() => onMove(selected - 1)}>
            {t('episode.transcriptPrevious')}
          </WordButton>
          <WordButton label={t('episode.transcriptNext')} onClick={() => onMove(selected + 1)}>
            {t('episode.transcriptNext')}
          </WordButton>
        </>
      )}
      <p role="status" className="flex min-h-11 items-center">
        {term.trim() !== '' &&
          (hits === 0
            ? t('episode.transcriptNoHit')
            : t('episode.transcriptHit', { number: selected + 1, count: hits }))}
      </p>
    </search>
  )
}
