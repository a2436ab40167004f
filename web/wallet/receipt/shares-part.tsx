/** How a payment was split, as arithmetic that can be checked: the amount paid, then for each group the exact and the
 * rounded shares, and the rounding rule. */
import { Fragment } from 'react'
import { useSettings } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DoneIcon } from '#web/ui/icon.tsx'
import { colourOfPart, SplitBar } from '#web/ui/charts/split-bar.tsx'
import { formatDate, formatDuration } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { Receipt } from '#web/wallet/payment-texts.ts'
import { percent, sharesOf, type ShareGroup, type ShareRow } from './shares.ts'

export function ReceiptShares({ payment, me }: { payment: Receipt; me: string | null }) {
  const { brandName } = useSettings()
  const shares = sharesOf(payment, me, brandName)
  const rows = shares.groups.flatMap((group) => group.rows)
  const parts = rows.map(({ key, name, amountMsat, isHouse }) => ({
    key,
    name,
    weight: amountMsat,
    amount: formatAmount(amountMsat),
    isHouse,
  }))
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-xl">{t('wallet.whereItWent')}</h2>
      <SplitBar parts={parts} hasLegend={false} />
      <Steps payment={payment} />
      <SplitVersion version={payment.splitVersion} />
      {/* With large text the table is wider than a phone: then it scrolls instead of the page. */}
      <section aria-label={t('wallet.whereItWent')} tabIndex={0} className="relative mt-5 overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t('wallet.whereItWent')}</caption>
          <thead>
            <tr className="border-b border-line-2 text-xs text-ink-2">
              <th scope="col" className="pb-2 text-left font-semi">
                {t('wallet.who')}
              </th>
              <th scope="col" className="pb-2 pl-3 text-right font-semi">
                {t('wallet.exactShare')}
              </th>
              <th scope="col" className="pr-1.5 pb-2 pl-3 text-right font-semi">
                {t('wallet.got')}
              </th>
            </tr>
          </thead>
          {shares.groups.map((group) => (
            <Group key={group.key} group={group} payment={payment} all={rows} />
          ))}
          <tfoot>
            <tr className="text-base font-strong">
              <th scope="row" colSpan={2} className="py-3 text-left">
                {t('wallet.together')}
              </th>
              <td className="py-3 pr-1.5 pl-3 text-right">{formatAmount(payment.msatAmount)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <Rule leftMsat={shares.leftMsat} isRecomputed={shares.isRecomputed} />
    </section>
  )
}

/** The amount paid and what remains to be split, as text and figures. */
function Steps({ payment }: { payment: Receipt }) {
  const { brandName } = useSettings()
  const { msatAmount, feePpm, timeSplit, contentTime } = payment
  const steps = [t('wallet.stepPaid', { sats: formatAmount(msatAmount) })]
  if (feePpm !== null) {
    steps.push(
      feePpm === 0
        ? t('wallet.stepNoFee', { brand: brandName })
        : t('wallet.stepFee', { brand: brandName, percent: percent(feePpm), rest: percent(1_000_000 - feePpm) }),
    )
  }
  if (timeSplit !== null) {
    const { shareNumerator: n, shareDenominator: d, title } = timeSplit
    steps.push(
      t(n === d ? 'wallet.stepTimeAll' : 'wallet.stepTime', {
        time: formatDuration(contentTime ?? 0),
        share: `${n}/${d}`,
        title: title ?? t('wallet.anotherWork'),
      }),
    )
  }
  return (
    <ol className="mt-4 flex list-decimal flex-col gap-1 pl-5 text-ink-2 marker:text-ink-3">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** Receipts that were saved by an earlier release have none. */
function SplitVersion({ version }: { version: Receipt['splitVersion'] | undefined }) {
  if (!version) return null
  const { contentId, contentType, number, begunAt, isListed } = version
  return (
    <p className="mt-3 text-sm text-ink-2">
      {t('wallet.splitVersion', { number, date: formatDate(begunAt) })}{' '}
      {isListed && (
        <Link to={`/splits/${contentType}/${contentId}`} className="font-semi text-purple hover:underline">
          {t('wallet.splitVersions')}
        </Link>
      )}
    </p>
  )
}

function Group({ group, payment, all }: { group: ShareGroup; payment: Receipt; all: ShareRow[] }) {
  const isOnly = payment.timeSplit === null && group.key === 'own'
  return (
    <tbody className="border-b border-line">
      {group.key !== 'house' && !isOnly && (
        <tr className="text-xs text-ink-2">
          <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-semi">
            {nameOfGroup(group, payment)}
            {group.formula !== null && <span className="font-medium text-ink-3"> · {group.formula}</span>}
          </th>
        </tr>
      )}
      {group.rows.map((row) => (
        <Fragment key={row.key}>
          <Share row={row} place={all.indexOf(row)} formula={isOnly || row.isHouse ? group.formula : null} />
        </Fragment>
      ))}
    </tbody>
  )
}

function nameOfGroup({ key }: ShareGroup, { timeSplit, contentTitle }: Receipt): string {
  if (key === 'timed') return timeSplit?.title ?? t('wallet.anotherWork')
  return contentTitle ?? t('wallet.ownSplit')
}

function Share({ row, place, formula }: { row: ShareRow; place: number; formula: string | null }) {
  const { name, username, weight, quota, isMine, isHouse, isRoundedUp, amountMsat } = row
  const how = [formula, weight].filter((part) => part !== null).join(' × ')
  return (
    <tr className={classNames(isMine && 'bg-purple-soft')}>
      <th scope="row" className={classNames('py-2 text-left font-medium', isMine && 'rounded-l-item')}>
        <span className="flex items-baseline gap-2 pl-1.5">
          <span
            aria-hidden="true"
            className={classNames('size-2.5 shrink-0 rounded-[3px]', colourOfPart(place, isHouse))}
          />
          <span className="min-w-0">
            <span className={classNames('block break-words', isMine && 'font-bold')}>{name}</span>
            {username !== null && <span className="block text-xs break-words text-ink-2">@{username}</span>}
            {how !== '' && <span className="block text-xs text-ink-2">{how}</span>}
          </span>
        </span>
      </th>
      <td className="py-2 pl-3 text-right align-top whitespace-nowrap text-ink-2">{quota ?? '–'}</td>
      <td
        className={classNames(
          'py-2 pr-1.5 pl-3 text-right align-top font-bold whitespace-nowrap',
          isMine && 'rounded-r-item',
        )}
      >
        {isRoundedUp && (
          <span className="mr-1 font-semi text-mint" title={t('wallet.roundedUp')}>
            <span aria-hidden="true">↑</span>
            <span className="sr-only">{t('wallet.roundedUp')}</span>
          </span>
        )}
        {formatAmount(amountMsat)}
      </td>
    </tr>
  )
}

function Rule({ leftMsat, isRecomputed }: { leftMsat: number; isRecomputed: boolean }) {
  const rule =
    leftMsat === 0
      ? t('wallet.ruleEven')
      : leftMsat === 1
        ? t('wallet.ruleOne')
        : t('wallet.ruleMany', { count: leftMsat })
  return (
    <div className="mt-3 flex flex-col items-start gap-2.5 text-sm text-ink-2">
      <p className="max-w-[68ch]">{rule}</p>
      {isRecomputed && (
        <p className="flex items-start gap-2 rounded-field bg-mint-soft px-3.5 py-2 font-semi text-mint">
          <DoneIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {t('wallet.recomputed')}
        </p>
      )}
    </div>
  )
}
