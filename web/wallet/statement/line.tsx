/** One line of the statement: time, purpose, state and change of the balance. The line links to the payment; the title
 * of a content links to the content. */
import { Link } from '#web/navigation/link.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { formatExactChange } from '#web/format/amounts.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { receiptHref } from '#web/wallet/line-types.ts'
import {
  changeOf,
  contentHref,
  describeDue,
  describeTypeOf,
  formatTime,
  paymentStatusOf,
  stateOfLine,
  titleOf,
  type Line,
} from '#web/wallet/payment-texts.ts'

export function StatementLine({ line }: { line: Line }) {
  const { type, detail, failureReason, contentType, contentId, createdAt, paymentId, msatPending } = line
  const state = stateOfLine(line)
  const status = paymentStatusOf({ type, state, detail, failureReason, msatPending })
  const title = titleOf(line)
  const href = contentHref(contentType, contentId)
  const moment = new Date(createdAt)
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[44px_minmax(0,1fr)] items-start gap-x-4 border-b border-line py-4 transition-colors @min-[22rem]:grid-cols-[44px_minmax(0,1fr)_auto]',
        'hover:bg-[color-mix(in_srgb,var(--highlight)_60%,transparent)]',
      )}
    >
      <Picture line={line} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semi">
          {href === null ? (
            <span className="min-w-0 truncate">{title}</span>
          ) : (
            <Link to={href} className="relative z-10 min-w-0 truncate hover:underline">
              {title}
            </Link>
          )}
        </p>
        <p className="dotted text-sm text-ink-2">
          {line.contentBy !== null && line.contentBy !== title && <span>{line.contentBy}</span>}
          <span>{describeTypeOf(line)}</span>
          {line.isGift && <span>{t('gift.paidByHouse')}</span>}
          {line.isAnonymous && <span>{t('wallet.isAnonymous')}</span>}
          <time dateTime={createdAt}>{formatTime(moment)}</time>
        </p>
        <Notes line={line} note={`${status.note} ${describeDue(line)}`.trim()} />
      </div>
      <Link
        to={receiptHref(type, paymentId)}
        className="after:absolute after:inset-0 @max-[22rem]:col-start-2 @min-[22rem]:text-right"
      >
        <span className="sr-only">{t('wallet.receiptOf', { what: title })}</span>
        <Change line={line} />
        {!status.isSettled && <Small>{status.label}</Small>}
      </Link>
    </li>
  )
}

/** The cover of what was paid for; otherwise the sign of the change in a frame. */
function Picture({ line }: { line: Line }) {
  const { artworkUrl, contentId } = line
  if (contentId !== null && artworkUrl !== null) return <Cover src={artworkUrl} alt="" seed={contentId} sizes="44px" />
  return (
    <span
      aria-hidden="true"
      className="grid aspect-square place-items-center border border-line-2 font-display text-lg font-heavy"
    >
      {changeOf(line) > 0 ? '+' : '−'}
    </span>
  )
}

function Notes({ line: { address, title, comment }, note }: { line: Line; note: string }) {
  return (
    <>
      {address !== null && title !== null && (
        <p className="text-sm break-words text-ink-2">{t('wallet.toAddress', { address })}</p>
      )}
      {note !== '' && <p className="mt-0.5 max-w-[60ch] text-sm text-ink-2">{note}</p>}
      {comment && <q className="mt-1.5 block max-w-[46ch] text-lg break-words">{comment}</q>}
    </>
  )
}

/** Exact, so that amounts and balances add up. An amount that did not leave the balance has no sign. */
function amountOf(line: Line): string {
  return isBack(line) ? formatAmount(line.msatAmount) : formatExactChange(changeOf(line))
}

/** The payment failed, and the full amount is in the balance again. */
const isBack = (line: Line): boolean => stateOfLine(line) === 'failed' && line.msatChange === 0

function Change({ line }: { line: Line }) {
  const { msatChange, msatAmount, msatPending, feeMsat, isPending, msatBalanceAfter } = line
  const heldMsat = isPending && msatPending === 0 ? -msatChange - msatAmount : 0
  return (
    <>
      <span
        className={classNames(
          'numeral block text-xl whitespace-nowrap',
          changeOf(line) > 0 && 'text-mint',
          isBack(line) && 'text-ink-3 line-through decoration-1',
        )}
      >
        {amountOf(line)}
      </span>
      <span className="sr-only">{satsUnit(amountOf(line).replace(/^\W/, ''))}</span>
      {feeMsat > 0 && !isBack(line) && <Small>{t('wallet.withFee', { sats: formatAmount(feeMsat) })}</Small>}
      {msatPending > 0 && msatChange !== 0 && (
        <Small>{t('wallet.pendingAmount', { sats: formatAmount(msatPending) })}</Small>
      )}
      {heldMsat > 0 && <Small>{t('wallet.withHeld', { sats: formatAmount(heldMsat) })}</Small>}
      {msatBalanceAfter !== null && <Small>{t('wallet.balanceAfter', { sats: formatAmount(msatBalanceAfter) })}</Small>}
    </>
  )
}

const Small = ({ children }: { children: string }) => (
  <span className="block text-xs text-ink-3 max-sm:max-w-28 max-sm:text-balance">{children}</span>
)
