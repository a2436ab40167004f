/** The result of the last audit: correct, failing since a time,
 * or failing for so long that outgoing payments are halted. */
import { AlertIcon, DoneIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatTimestamp } from '#web/admin/moments.ts'

type Audit = MoneyWire['audit']

export function AuditBanner({ audit }: { audit: Audit }) {
  const { lastRunAt, lastRightAt, wrongSince, haltedAt, isChecked, findings } = audit
  const isRight = wrongSince === null && haltedAt === null && isChecked
  const isStopped = haltedAt !== null || !isChecked
  const title = isStopped ? t('admin.halted') : isRight ? titleOfRight(lastRunAt) : t('admin.wrong')
  return (
    <section
      role={isRight ? 'status' : 'alert'}
      className={isRight ? 'rounded-bar bg-mint-soft px-5 py-5' : 'rounded-bar bg-pink-soft px-5 py-5'}
    >
      <div className="flex items-start gap-3">
        {isRight ? (
          <DoneIcon size={22} aria-hidden="true" className="shrink-0 text-mint" />
        ) : (
          <AlertIcon size={22} aria-hidden="true" className="shrink-0 text-pink" />
        )}
        <div className="min-w-0">
          <h2 className="text-xl">{title}</h2>
          {!isChecked && <p className="mt-1">{t('admin.uncheckedNote')}</p>}
          {haltedAt !== null && <p className="mt-1">{t('admin.haltedNote', { moment: formatTimestamp(haltedAt) })}</p>}
          {wrongSince !== null && haltedAt === null && <p className="mt-1">{t('admin.wrongNote')}</p>}
          {wrongSince !== null && (
            <p className="mt-1">{t('admin.wrongSince', { moment: formatTimestamp(wrongSince) })}</p>
          )}
          <p className="mt-1 text-sm">
            {lastRunAt === null ? t('admin.neverRun') : t('admin.lastRun', { moment: formatTimestamp(lastRunAt) })}
            {!isRight && lastRightAt !== null && ` ${t('admin.lastRight', { moment: formatTimestamp(lastRightAt) })}`}
          </p>
        </div>
      </div>
      {findings.length > 0 && (
        <>
          <h3 className="mt-4 font-text text-sm font-semi tracking-normal">{t('admin.findings')}</h3>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-sm">
            {findings.map((finding) => (
              <li key={finding} className="break-words">
                {finding}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const titleOfRight = (lastRunAt: string | null) => t(lastRunAt === null ? 'admin.notYet' : 'admin.right')
