/** One import: its progress, and the report of what came, what did not and why. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getImport, retryImport, stopImport } from '#contract/catalog/moving/imports.ts'
import { createSplit, getSplit } from '#contract/catalog/splits.ts'
import type { Wire } from '#contract/endpoint.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { ApiError } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { withProof } from '#web/session/proof.ts'
import { StudioHeading } from '#web/studio/frame/studio-frame.tsx'
import { refreshSplit } from '#web/studio/splits/refresh.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Badge, type BadgeTone } from '#web/ui/layout/badge.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { problemText, reasonText, STOPPED, stateTexts } from './import-texts.ts'
import { type Value, ValueList } from './value.tsx'

type Report = Wire<typeof getImport>
type Item = Report['items'][number]

const POLL_MS = 2_000

const openOf = ({ waiting, fetching, processing }: Report['import']['counts']) => waiting + fetching + processing

export function ImportReport({ importId }: { importId: string }) {
  const { call } = useSite()
  const params = { importId }
  const report = useQuery({
    ...callQuery(call, getImport, { params }),
    refetchInterval: ({ state }) => (state.data && openOf(state.data.import.counts) === 0 ? false : POLL_MS),
  })
  if (report.isPending) return <PageSkeleton label={t('common.loading')} />
  if (report.isError) {
    return (
      <ErrorState
        title={t('failure.title')}
        detail={describeFailure(report.error)}
        retryLabel={t('failure.retry')}
        onRetry={() => void report.refetch()}
      />
    )
  }
  const { import: of, value, problems } = report.data
  const { counts, stoppedCount, contentId, contentType, title } = of
  const href = contentType === 'podcast' ? `/studio/podcasts/${contentId}` : `/studio/albums/${contentId}`
  const all = openOf(counts) + counts.done + counts.failed + stoppedCount
  return (
    <>
      <StudioHeading
        title={title}
        lead={t(openOf(counts) > 0 ? 'move.leadComing' : 'move.leadEnded')}
        actions={<ButtonLink to={href}>{t(contentType === 'podcast' ? 'move.toPodcast' : 'move.toAlbum')}</ButtonLink>}
      />
      <div className="flex max-w-[46rem] flex-col gap-8 wrap-anywhere">
        <Progress
          label={t('move.progress')}
          part={all === 0 ? 1 : (counts.done + counts.failed) / all}
          note={t('move.progressNote', { done: counts.done, all })}
        />
        {problems.map((problem) => (
          <p key={problem}>{problemText(problem)}</p>
        ))}
        <Controls of={of} />
        {value && (
          <div className="flex flex-col gap-3">
            <ValueList value={value} />
            <SetSplit
              split={value.split}
              recipients={value.recipients}
              contentId={contentId}
              contentType={contentType}
            />
          </div>
        )}
        <Items of={of} />
        <div>
          <Link to="/studio/move" className="font-semi text-purple hover:underline">
            {t('move.another')}
          </Link>
        </div>
      </div>
    </>
  )
}

type Retried = { itemId: string } | { only: 'stopped' } | {}

function useRetry(importId: string) {
  const { call } = useSite()
  return useChange((body: Retried) => call(retryImport, { params: { importId }, body }))
}

function useChange<Given>(mutationFn: (given: Given) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutationOnce({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(getImport) }),
    onError: (error) => showErrorToast(describeFailure(error)),
  })
}

/** Stopping, and continuing with what a stop left out or what failed. */
function Controls({ of: { id: importId, counts, stoppedCount } }: { of: Report['import'] }) {
  const { call } = useSite()
  const stopping = useChange((_given: null) => call(stopImport, { params: { importId } }))
  const continuing = useRetry(importId)
  const retrying = useRetry(importId)
  const isOpen = counts.waiting + counts.fetching > 0
  return (
    <div className="flex flex-col items-start gap-3 empty:hidden">
      {isOpen && (
        <>
          <Button kind="quiet" isWaiting={stopping.isPending} onClick={() => stopping.mutate(null)}>
            {t('move.stop')}
          </Button>
          <p className="text-sm text-ink-2">{t('move.stopHint')}</p>
        </>
      )}
      {stoppedCount > 0 && (
        <>
          <p>{t('move.stopped', { count: stoppedCount })}</p>
          <Button kind="quiet" isWaiting={continuing.isPending} onClick={() => continuing.mutate({ only: 'stopped' })}>
            {t('move.continue')}
          </Button>
        </>
      )}
      {counts.failed > 0 && (
        <Button kind="quiet" isWaiting={retrying.isPending} onClick={() => retrying.mutate({})}>
          {t('move.retryAll', { count: counts.failed })}
        </Button>
      )}
    </div>
  )
}

type SetSplitProps = {
  split: Value['split']
  /** With their names. */
  recipients?: Value['recipients']
  contentId: string
  contentType: 'podcast' | 'album' | 'episode' | 'track'
}

/** The shares of a value block, as the first split of the content. */
function SetSplit({ split, recipients = [], ...of }: SetSplitProps) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const known = useQuery(callQuery(call, getSplit, { params: of }))
  const setting = useMutationOnce({
    mutationFn: (splitRecipients: NonNullable<typeof split>) => {
      const body = { ...of, splitRecipients }
      return callOnce(body, (options) => withProof((proof) => call(createSplit, { body }, { ...options, proof })))
    },
    onSuccess: () => refreshSplit(queries),
  })
  const address = setting.error instanceof ApiError ? setting.error.recipient : undefined
  const whose = [recipients.find((one) => one.address === address)?.name, address].filter((text) => text).join(' · ')
  return (
    <div className="flex flex-col items-start gap-3">
      {split === null && <p>{t('move.splitImpossible')}</p>}
      {split !== null && known.data === null && (
        <>
          <p>{t('move.splitAsk', { terms: split.map(({ name, share }) => `${name} ${share}`).join(', ') })}</p>
          {setting.isError && <Problem words={`${whose && `${whose}: `}${describeFailure(setting.error)}`} />}
          <Button kind="quiet" isWaiting={setting.isPending} onClick={() => setting.mutate(split)}>
            {t('move.splitSet')}
          </Button>
        </>
      )}
      {known.data && <p>{t('move.splitThere')}</p>}
    </div>
  )
}

function Items({ of: { id: importId, counts, contentType } }: { of: Report['import'] }) {
  const { call } = useSite()
  const [isFiltered, setIsFiltered] = useState(false)
  const page = (after: number | undefined) => ({
    params: { importId },
    query: { ...(after !== undefined && { after: String(after) }), ...(isFiltered && { only: 'problems' as const }) },
  })
  const items = useInfiniteQuery({
    queryKey: [...queryKeyOf(getImport), importId, isFiltered, JSON.stringify(counts)],
    queryFn: ({ pageParam }) => call(getImport, page(pageParam)),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextAfter }) => nextAfter ?? undefined,
    placeholderData: (before) => before,
  })
  const shown = items.data?.pages.flatMap((one) => one.items) ?? []
  return (
    <section aria-labelledby="items-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="items-title" className="text-lg">
          {t('move.items')}
        </h2>
        <Button kind="quiet" size="small" aria-pressed={isFiltered} onClick={() => setIsFiltered(!isFiltered)}>
          {t('move.onlyProblems')}
        </Button>
      </div>
      {shown.length === 0 && !items.isPending && <p className="mt-3 text-ink-2">{t('move.noProblems')}</p>}
      <ul className="mt-3 flex flex-col divide-y divide-line border-y border-line">
        {shown.map((item) => (
          <ItemRow key={item.id} {...{ importId, item, contentType }} />
        ))}
      </ul>
      {items.hasNextPage && (
        <Button
          kind="quiet"
          className="mt-4"
          isWaiting={items.isFetchingNextPage}
          onClick={() => void items.fetchNextPage()}
        >
          {t('move.more')}
        </Button>
      )}
    </section>
  )
}

const TONES: Partial<Record<Item['state'], BadgeTone>> = { done: 'mint', failed: 'pink', fetching: 'purple' }

type ItemRowProps = { importId: string; item: Item; contentType: 'podcast' | 'album' }

function ItemRow({ importId, item, contentType }: ItemRowProps) {
  const retrying = useRetry(importId)
  const isStopped = item.reason === STOPPED
  const why = [...(item.reason === null ? [] : [reasonText(item.reason)]), ...item.problems.map(problemText)]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semi wrap-anywhere">{item.title || t('move.untitled')}</p>
        {why.length > 0 && <p className="text-sm text-ink-2">{why.join(' ')}</p>}
        {item.split && item.contentId && (
          <div className="mt-2 text-sm">
            <SetSplit
              split={item.split}
              contentId={item.contentId}
              contentType={contentType === 'podcast' ? 'episode' : 'track'}
            />
          </div>
        )}
      </div>
      <div className="flex items-center gap-3">
        {(item.state === 'failed' || isStopped) && (
          <Button
            kind="quiet"
            size="small"
            isWaiting={retrying.isPending}
            onClick={() => retrying.mutate({ itemId: item.id })}
          >
            {t(isStopped ? 'move.bringOne' : 'move.retry')}
          </Button>
        )}
        <Badge tone={TONES[item.state] ?? 'plain'}>{t(stateTexts[item.state])}</Badge>
      </div>
    </li>
  )
}
