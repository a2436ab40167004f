/** Earnings and plays of each track, episode and release. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CONTENTS_MAX, listReleaseTotals, listTrackTotals } from '#contract/listening/stats.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Table } from '#web/ui/layout/table.tsx'
import { Tabs } from '#web/ui/controls/tab-panels.tsx'
import { t } from '#web/words/words.ts'
import type { RequestedRange } from './day-ranges.ts'
import { Loaded, Part } from './part.tsx'
import { SaveCsv, satsOf } from './save-csv.tsx'
import { formatCount, hrefOf, kinds } from './wordings.ts'
import { formatSats } from '#web/words/sats.ts'

type Total = {
  id: string
  title: string
  contentType: keyof typeof kinds
  playTotal: number
  msatTotal: number
}

/** How many are shown at first; the others on request. */
const FIRST = 10

export function Contents({ range }: { range: RequestedRange }) {
  const { call } = useSite()
  const tracks = useQuery(callQuery(call, listTrackTotals, { query: range }))
  const releases = useQuery(callQuery(call, listReleaseTotals, { query: range }))
  const ofTracks = tracks.data?.map(({ trackId, ...rest }) => ({ id: trackId, ...rest }))
  return (
    <Part title={t('analytics.contents')} lead={ofTracks && describeBest(ofTracks)}>
      <Tabs
        label={t('analytics.contents')}
        tabs={[
          {
            key: 'tracks',
            name: t('analytics.byTrack'),
            panel: (
              <Loaded query={{ ...tracks, data: ofTracks }} height="h-80">
                {(totals) => <Totals name={`tracks-${range.from}-${range.to}`} totals={totals} />}
              </Loaded>
            ),
          },
          {
            key: 'releases',
            name: t('analytics.byRelease'),
            panel: (
              <Loaded
                query={{
                  ...releases,
                  data: releases.data?.map(({ releaseId, ...rest }) => ({ id: releaseId, ...rest })),
                }}
                height="h-80"
              >
                {(totals) => <Totals name={`releases-${range.from}-${range.to}`} totals={totals} />}
              </Loaded>
            ),
          },
        ]}
      />
    </Part>
  )
}

/** Only when there are several and one is ahead. */
function describeBest(totals: readonly Total[]): string | null {
  const msat = totals.reduce((sum, { msatTotal }) => sum + msatTotal, 0)
  const plays = totals.reduce((sum, { playTotal }) => sum + playTotal, 0)
  const best = totals.toSorted((one, other) =>
    msat > 0 ? other.msatTotal - one.msatTotal : other.playTotal - one.playTotal,
  )[0]
  if (best === undefined || totals.length < 2) return null
  if (msat > 0) {
    return t('analytics.contentsLead', { title: best.title, percent: Math.round((best.msatTotal / msat) * 100) })
  }
  return t('analytics.contentsPlayed', { title: best.title, percent: Math.round((best.playTotal / plays) * 100) })
}

function Totals({ name, totals }: { name: string; totals: Total[] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (totals.length === 0) return <p className="text-ink-2">{t('analytics.noContents')}</p>
  const rows = isWhole ? totals : totals.slice(0, FIRST)
  return (
    <>
      <Table
        caption={t('analytics.contents')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'title', head: t('analytics.content'), cell: (total) => <Title total={total} /> },
          {
            key: 'kind',
            head: t('analytics.kind'),
            cell: ({ contentType }) => t(kinds[contentType]),
            isWideOnly: true,
          },
          { key: 'plays', head: t('analytics.plays'), cell: ({ playTotal }) => formatCount(playTotal), isFigure: true },
          { key: 'sats', head: t('analytics.sats'), cell: ({ msatTotal }) => formatSats(msatTotal), isFigure: true },
        ]}
      />
      {totals.length >= CONTENTS_MAX && (
        <p className="mt-3 text-sm text-ink-2">{t('analytics.most', { count: formatCount(CONTENTS_MAX) })}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {totals.length > rows.length && (
          <Button kind="quiet" size="small" className="max-md:min-h-11" onClick={() => setIsWhole(true)}>
            {t('analytics.more', { count: formatCount(totals.length) })}
          </Button>
        )}
        <SaveCsv
          what={t('analytics.contents')}
          name={name}
          heads={[t('analytics.content'), t('analytics.kind'), t('analytics.plays'), t('analytics.sats')]}
          rows={() =>
            totals.map(({ title, contentType, playTotal, msatTotal }) => [
              title,
              t(kinds[contentType]),
              playTotal,
              satsOf(msatTotal),
            ])
          }
        />
      </div>
    </>
  )
}

function Title({ total: { id, title, contentType } }: { total: Total }) {
  const href = hrefOf(contentType, id)
  if (href === null) return <span className="font-semi">{title}</span>
  return (
    <Link to={href} className="font-semi hover:underline">
      {title}
    </Link>
  )
}
