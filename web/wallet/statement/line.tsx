/** One line of the statement: time, purpose, state and change of the balance. The line links to the payment; the title
 * of a content links to the content. */
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { formatSatsChange } from '#web/format/amounts.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { receiptHref } from '#web/wallet/line-types.ts'
import {
  contentHref,
  describeHeldUntil,
  describeTypeOf,
  formatTime,
  paymentStatusOf,
  stateOfLine,
  titleOf,
  type Line,
} from '#web/wallet/payment-texts.ts'
import { formatSats } from '#web/words/sats.ts'

export function StatementLine({ line }: { line: Line }) {
  const { type, detail, failureReason, contentType, contentId, createdAt, paymentId } = line
  const state = stateOfLine(line)
  const status = paymentStatusOf({ type, state, detail, failureReason })
  const title = titleOf(line)
  const href = contentHref(contentType, contentId)
  const moment = new Date(createdAt)
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[minmax(0,1fr)] items-start @min-[17.5rem]:grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3.5 transition-colors',
        'hover:bg-[color-mix(in_srgb,var(--highlight)_60%,transparent)] @min-[28rem]:grid-cols-[4.5rem_minmax(0,1fr)_auto] @min-[28rem]:px-2',
      )}
    >
      <time dateTime={createdAt} className="pt-px text-sm text-ink-3 @max-[28rem]:hidden">
        {formatTime(moment)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semi">
          {href === null ? (
            <span className="min-w-0 truncate">{title}</span>
          ) : (
            <Link to={href} className="relative z-10 min-w-0 truncate hover:underline">
              {title}
            </Link>
          )}
          {!status.isSettled && <Badge tone={status.tone}>{status.label}</Badge>}
        </p>
        <p className="dotted text-sm text-ink-2">
          <span>{describeTypeOf(type, contentType)}</span>
          {line.isGift && <span>{t('gift.paidByHouse')}</span>}
          {line.withoutName && <span>{t('wallet.withoutName')}</span>}
          <span className="@min-[28rem]:hidden">{formatTime(moment)}</span>
        </p>
        <Notes line={line} note={`${status.note} ${describeHeldUntil(line)}`.trim()} />
      </div>
      <Link to={receiptHref(type, paymentId)} className="text-right after:absolute after:inset-0">
        <span className="sr-only">{t('wallet.receiptOf', { what: title })}</span>
        <Change line={line} />
      </Link>
    </li>
  )
}

function Notes({ line: { address, title, comment }, note }: { line: Line; note: string }) {
  return (
    <>
      {address !== null && title !== null && (
        <p className="text-sm break-words text-ink-2">{t('wallet.toAddress', { address })}</p>
      )}
      {note !== '' && <p className="mt-0.5 max-w-[60ch] text-sm text-ink-2">{note}</p>}
      {comment && <p className="mt-1 max-w-[60ch] border-l-2 border-line-2 pl-2.5 text-sm break-words">{comment}</p>}
    </>
  )
}

/** An amount that did not leave the balance has no sign. */
function amountOf(line: Line): string {
  return isBack(line) ? formatSats(line.msatAmount) : formatSatsChange(line.msatChange)
}

/** The payment failed, and the full amount is in the balance again. */
const isBack = (line: Line): boolean => stateOfLine(line) === 'failed' && line.msatChange === 0

function Change({ line }: { line: Line }) {
  const { msatChange, msatAmount, feeMsat, isPending, msatBalanceAfter } = line
  const heldMsat = isPending ? -msatChange - msatAmount : 0
  return (
    <>
      <span
        className={classNames(
          'block text-lg font-strong whitespace-nowrap',
          msatChange > 0 && 'text-mint',
          isBack(line) && 'text-ink-3 line-through decoration-1',
        )}
      >
        {amountOf(line)}
      </span>
      <span className="sr-only">{satsUnit(amountOf(line).replace(/^\W/, ''))}</span>
      {feeMsat > 0 && !isBack(line) && <Small>{t('wallet.withFee', { sats: formatSats(feeMsat) })}</Small>}
      {heldMsat > 0 && <Small>{t('wallet.withHeld', { sats: formatSats(heldMsat) })}</Small>}
      {msatBalanceAfter !== null && <Small>{t('wallet.balanceAfter', { sats: formatSats(msatBalanceAfter) })}</Small>}
    </>
  )
}

const Small = ({ children }: { children: string }) => (
  <span className="block text-xs text-ink-3 max-sm:max-w-28 max-sm:text-balance">{children}</span>
)
