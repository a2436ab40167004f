/** The archive of the account: what is in it, making it, and the link to its file. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getArchive, makeArchive } from '#contract/accounts/archive.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Panel, Waiting } from '#web/settings/panel.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

const POLL_MS = 2_000

export function ArchivePart() {
  const { call } = useSite()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getArchive, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? POLL_MS : false),
  })
  const making = useMutation({
    mutationFn: () => call(makeArchive, {}),
    onSuccess: (begun) => client.setQueryData(queryKeyOf(getArchive, {}), begun),
  })
  if (!data && !error) return null
  // Listeners have the export below.
  if (data?.state === 'none' && data.originalCount === 0) return null
  return (
    <Panel title={t('settings.archive')} note={t('settings.archiveNote')}>
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
      {data && <Contents count={data.originalCount} bytes={data.originalBytes} />}
      {data?.file && <FileLink file={data.file} />}
      {data?.state === 'failed' && <Problem words={t('settings.archiveFailed')} />}
      {making.isError && <Problem words={describeFailure(making.error)} />}
      {data?.state === 'making' && (
        <div>
          <Progress label={t('settings.archiveMaking')} part={data.progress} />
          <p className="mt-2 text-sm text-ink-2">{t('settings.archiveLeave')}</p>
        </div>
      )}
      {data && data.state !== 'making' && (
        <Button kind="quiet" className="self-start" isWaiting={making.isPending} onClick={() => making.mutate()}>
          {t(data.file ? 'settings.archiveAgain' : 'settings.archiveMake')}
        </Button>
      )}
    </Panel>
  )
}

function Contents({ count, bytes }: { count: number; bytes: number }) {
  return (
    <ul className="flex max-w-[62ch] list-disc flex-col gap-1.5 pl-5">
      <li>{t('settings.archiveAudio', { count, size: formatBytes(bytes) })}</li>
      <li>{t('settings.archiveImages')}</li>
      <li>{t('settings.archiveFacts')}</li>
      <li>{t('settings.archiveMoney')}</li>
      <li>{t('settings.archiveSums')}</li>
    </ul>
  )
}

function FileLink({ file }: { file: NonNullable<Wire<typeof getArchive>['file']> }) {
  const made = t('settings.archiveMade', { day: formatDate(file.madeAt), count: file.fileCount })
  return (
    <div>
      <a
        href={file.path}
        download
        className="flex min-h-14 items-center gap-4 rounded-field border-[1.5px] border-line-2 px-4 py-2 transition-colors hover:border-ink-3"
      >
        <SaveIcon size={20} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-semi">{t('settings.archiveDownload')}</span>
          <span className="block text-sm text-ink-2">{made}</span>
        </span>
        <span className="text-sm tabular-nums">{formatBytes(file.bytes)}</span>
      </a>
      <p className="mt-2 max-w-[62ch] text-sm text-ink-2">
        {t('settings.archiveResume', { day: formatDate(file.keptUntil) })}
      </p>
    </div>
  )
}
