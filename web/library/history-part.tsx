/** The listening history by day, newest first; visible to the user only, and can be cleared. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { clearHistory, keepHistory, listHistory } from '#contract/listening/library.ts'
import { playablesOfEpisodes, playablesOfTracks } from '#web/player/state/playables.ts'
import { nameDay } from '#web/format/days.ts'
import { formatTime } from '#web/notifications/notification-texts.ts'
import { rowOfForeign } from '#web/playlists/playlist-entries.ts'
import { SongRows, type SongRow } from '#web/playlists/song-rows.tsx'
import { pagesKeyOf, usePagesBefore } from '#web/data/pages-before.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { PartStates, RowsComing } from '#web/content/part-states.tsx'

type Entry = Wire<typeof listHistory>['history'][number]

const HISTORY_KEY = pagesKeyOf(listHistory)

export function HistoryPart() {
  const query = usePagesBefore(listHistory)
  const entries = query.data?.pages.flatMap((page) => page.history) ?? []
  const empty = <EmptyShelf title={t('shelf.titlePress')} sentence={t('library.noHistory')} />
  const isKept = query.data?.pages[0]?.isKept
  return (
    <>
      <PartStates query={query} isEmpty={entries.length === 0} empty={empty} waiting={<RowsComing />}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <div>
            <h2 className="title-1">{t('library.history')}</h2>
            <p className="mt-2 text-ink-2">{t('library.historyLead')}</p>
          </div>
          <ClearButton />
        </div>
        {[...daysOf(entries)].map(([day, own]) => (
          <section key={day} className="mt-5">
            <h3 className="mb-1.5 font-text text-base font-semi tracking-normal text-ink-2">{day}</h3>
            <SongRows rows={own.map(rowOf)} label={day} isNumbered={false} />
            <UnavailableCount count={own.filter((entry) => rowOf(entry).playable === null).length} />
          </section>
        ))}
      </PartStates>
      {isKept !== undefined && <RecordingSwitch isKept={isKept} />}
    </>
  )
}

/** Whether the history is recorded, and a button to start or stop it. */
function RecordingSwitch({ isKept }: { isKept: boolean }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: () => call(keepHistory, { body: { isKept: !isKept } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: HISTORY_KEY }),
  })
  return (
    <section className="mt-10 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p role="status" className="max-w-[52ch]">
        {isKept ? t('library.historyOn') : t('library.historyOff')}
      </p>
      <Button kind="quiet" isWaiting={changing.isPending} onClick={() => changing.mutate()}>
        {isKept ? t('library.stopHistory') : t('library.startHistory')}
      </Button>
      {changing.isError && <Problem words={describeFailure(changing.error)} />}
    </section>
  )
}

/** Grouped by day in the user's time zone, with the day's name as key. */
function daysOf(entries: readonly Entry[]): Map<string, Entry[]> {
  const now = new Date()
  return Map.groupBy(entries, ({ playedAt }) => nameDay(new Date(playedAt), now))
}

function rowOf({ playId, track, episode, itemElsewhere, playedAt }: Entry): SongRow {
  const rest = { key: playId, aside: formatTime(playedAt) }
  if (itemElsewhere !== null) return { ...rest, ...rowOfForeign(itemElsewhere) }
  const playable = playablesOfTracks(track === null ? [] : [track])[0] ?? null
  const heard = playable ?? playablesOfEpisodes(episode === null ? [] : [episode])[0] ?? null
  return {
    ...rest,
    playable: heard,
    isExplicit: (track ?? episode)?.isExplicit ?? false,
    msat: (track ?? episode)?.msatTotal ?? 0,
  }
}

function UnavailableCount({ count }: { count: number }) {
  if (count === 0) return null
  return <p className="mt-1 text-sm text-ink-3">{t('library.gone', { count })}</p>
}

function ClearButton() {
  const { call } = useSite()
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const clearing = useMutation({
    mutationFn: () => call(clearHistory, {}),
    onSuccess: async () => {
      await queries.resetQueries({ queryKey: HISTORY_KEY })
      setIsOpen(false)
    },
  })
  const close = () => setIsOpen(false)
  return (
    <>
      <Button kind="quiet" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('library.clearHistory')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('library.clearTitle')} closeLabel={t('common.close')}>
        <div className="flex flex-col gap-4">
          <p>{t('library.clearLead')}</p>
          {clearing.isError && <Problem words={describeFailure(clearing.error)} />}
          <Button kind="danger" size="large" isWaiting={clearing.isPending} onClick={() => clearing.mutate()}>
            {t('library.clearForGood')}
          </Button>
          <Button kind="quiet" onClick={close}>
            {t('library.keepHistory')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
