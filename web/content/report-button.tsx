/** Reports content to the operator: signed-in users in a dialog, which is loaded on the first press, and visitors with the form
 * for notices, in which the address of this page is filled in. */
import { lazy, Suspense, useState } from 'react'
import { useSettings } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'

const LOOK = 'min-h-11 self-start rounded-small text-sm font-semi text-ink-2 hover:text-ink hover:underline'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

export function ReportButton({ contentId, title }: { contentId: string; title: string }) {
  const { publicUrl } = useSettings()
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setWasOpened(true)
          setIsOpen(true)
        }}
        className={classNames(LOOK, 'signed-out:hidden')}
      >
        {t('report.action')}
      </button>
      <Link
        to={`/notice?page=${encodeURIComponent(`${publicUrl}${pathname}`)}`}
        rel="nofollow"
        className={classNames(LOOK, 'leading-11 signed-in:hidden')}
      >
        {t('report.action')}
      </Link>
      {wasOpened && (
        <Suspense fallback={null}>
          <ReportDialog contentId={contentId} title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
