/** A sheet of download codes, to print and cut out: each card has a code and its address as a QR code. */
import { useQuery } from '@tanstack/react-query'
import { listDownloadCodes } from '#contract/catalog/downloads.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeFailure } from '#web/data/failures.ts'
import { Head } from '#web/frame/head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { QrImage } from '#web/ui/images/qr.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { useParam } from './frame/content-frame.tsx'

const GROUP = /.{4}(?=.)/g

export function Page() {
  const { call } = useSite()
  const contentId = useParam('contentId')
  const sheetId = useParam('sheetId')
  const { data, error, refetch } = useQuery(callQuery(call, listDownloadCodes, { params: { contentId } }))
  const sheet = data?.sheets.find((one) => one.sheetId === sheetId)
  if (error || (data && !sheet)) {
    return (
      <ErrorState
        title={t('failure.notFoundTitle')}
        detail={error ? describeFailure(error) : ''}
        retryLabel={t('studio.retry')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data || !sheet) return <PageSkeleton label={t('common.loading')} />
  const codes = sheet.codes.filter(({ isUsed }) => !isUsed)
  return (
    <div className="print:absolute print:inset-x-0 print:top-0 print:z-50 print:bg-[#fff] print:text-[#000]">
      <Head title={t('records.sheetTitle', { title: data.title })} isHidden />
      <header className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <div className="min-w-0">
          <h1 className="title-great line-clamp-2">{t('records.sheetTitle', { title: data.title })}</h1>
          <p className="mt-1 text-ink-2">{t(codes.length === 0 ? 'records.allUsed' : 'records.sheetNote')}</p>
        </div>
        {codes.length > 0 && <Button onClick={() => globalThis.print()}>{t('records.print')}</Button>}
      </header>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] border-t border-l border-dashed border-line-2 print:grid-cols-2">
        {codes.map(({ code }) => (
          <CodeCard key={code} code={code} title={data.title} artist={data.artist} />
        ))}
      </ul>
    </div>
  )
}

function CodeCard({ code, title, artist }: { code: string; title: string; artist: string }) {
  const { origin, host } = globalThis.location
  return (
    <li className="flex break-inside-avoid items-center gap-4 border-r border-b border-dashed border-line-2 p-4">
      <span className="block size-24 shrink-0 bg-[#fff] p-1.5">
        <QrImage text={`${origin}/redeem?code=${code}`} label={t('records.cardQr', { code })} ink="#000" />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 font-strong wrap-anywhere">{title}</span>
        <span className="block truncate text-sm">{artist}</span>
        <span className="mt-2 block font-strong wrap-anywhere tabular-nums">{code.replaceAll(GROUP, '$&-')}</span>
        <span className="block text-xs wrap-anywhere">{t('records.cardNote', { address: `${host}/redeem` })}</span>
      </span>
    </li>
  )
}
