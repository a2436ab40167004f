/** Lists made for the signed-in user from what they like, play and zap. Nobody else can see them. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getForYou, setForYou } from '#contract/listening/taste.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { SongRows } from '#web/playlists/song-rows.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { ChartShelf } from '#web/content/empty/empty-shelf.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatDate } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

type ForYou = Wire<typeof getForYou>
type List = ForYou['lists'][number]
type Reason = List['tracks'][number]['because']

const TITLES: Record<List['kind'], TranslationKey> = {
  week: 'forYou.week',
  new: 'forYou.new',
  rediscover: 'forYou.rediscover',
}
const REASONS: Record<Reason['kind'], (name: string) => string> = {
  liked: (name) => t('forYou.liked', { name }),
  played: (name) => t('forYou.played', { name }),
  zapped: (name) => t('forYou.zapped', { name }),
  followed: (name) => t('forYou.followed', { name }),
  similar: (name) => t('forYou.similar', { name }),
  genre: (name) => t('forYou.genre', { name }),
}

const describeReason = ({ kind, name }: Reason) => REASONS[kind](name)

export function Page() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({ ...callQuery(call, getForYou, {}), refetchOnMount: 'always' })
  return (
    <>
      <Head title={t('forYou.title')} isHidden />
      <h1 className="title-wide">{t('forYou.title')}</h1>
      {data === undefined && error === null && <PageSkeleton label={t('common.loading')} />}
      {data === undefined && error !== null && <LoadFailure level="part" error={error} retry={refetch} />}
      {data !== undefined && <Lists forYou={data} />}
    </>
  )
}

function Lists({ forYou: { isOn, lists, renewsAt } }: { forYou: ForYou }) {
  if (!isOn) return <SwitchedOff />
  if (lists.length === 0) {
    return (
      <>
        <EmptyState sentence={t('forYou.empty')} action={<ButtonLink to="/welcome">{t('forYou.choose')}</ButtonLink>} />
        <ChartShelf />
      </>
    )
  }
  return (
    <>
      <p className="mt-4 max-w-[52ch] text-lg text-ink-2">{t('forYou.lead', { date: formatDate(renewsAt) })}</p>
      <div className="bleed mt-8 -mb-(--band)">
        {lists.map((list) => (
          <ForYouList key={list.kind} list={list} />
        ))}
      </div>
    </>
  )
}

/** A band in the colours of its first record. */
function ForYouList({ list: { kind, tracks } }: { list: List }) {
  const title = t(TITLES[kind])
  const reasons = [...new Set(tracks.map(({ because }) => describeReason(because)))].slice(0, 2)
  return (
    <section
      aria-label={title}
      style={floodStyle(tracks[0]?.colorInfo)}
      className="flood gut grid items-start gap-x-[clamp(1.5rem,6vw,7rem)] gap-y-5 py-[clamp(2rem,4vw,4.5rem)] md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="md:sticky md:top-6">
        <h2 className="title-1">{title}</h2>
        <p className="mt-3 max-w-[36ch] text-lg">{reasons.join(' · ')}</p>
        <div className="mt-5">
          <PlayDisc list={playablesOfTracks(tracks)} title={title} />
        </div>
      </div>
      <SongRows
        label={title}
        isNumbered={false}
        rows={tracks.map((track) => ({
          key: track.id,
          playable: playablesOfTracks([track])[0] ?? null,
          isExplicit: track.isExplicit,
          msat: track.msatTotal,
          aside: describeReason(track.because),
        }))}
      />
    </section>
  )
}

function SwitchedOff() {
  const { call } = useSite()
  const refresh = useRefresh()
  const switching = useMutation({
    mutationFn: () => call(setForYou, { body: { isOn: true } }),
    onSuccess: () => refresh(getForYou),
  })
  return (
    <EmptyState
      sentence={t('forYou.off')}
      action={
        <Button kind="quiet" isWaiting={switching.isPending} onClick={() => switching.mutate()}>
          {t('forYou.switchOn')}
        </Button>
      }
    />
  )
}
