/** Reports content to the operator. For signed-in users only; hidden from visitors.
 * The dialog is loaded on the first press. */
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/words/words.ts'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

export function ReportButton({ contentId, title }: { contentId: string; title: string }) {
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
        className="min-h-11 self-start rounded-small text-sm font-semi text-ink-2 hover:text-ink hover:underline signed-out:hidden"
      >
        {t('report.action')}
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <ReportDialog contentId={contentId} title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
