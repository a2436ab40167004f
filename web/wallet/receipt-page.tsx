/** One payment, to the msat: what was paid, what it cost, who got what, where it stands. Made to be printed. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { getPayment, getTerms } from '#contract/payments.ts'
import { ApiError } from '../api.ts'
import { Head } from '../head.tsx'
import { callQuery } from '../queries.ts'
import { useAccount } from '../session/account.ts'
import { useSettings, useSite } from '../site.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { ChevronRightIcon, PrintIcon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SplitBar } from '../ui/split-bar.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { useLiveAccount } from './live.ts'
import { contentHref, describeType, formatMoment, standingOf, titleOf, type Receipt } from './payment-words.ts'
import { arithmeticOf, headlineOf, legsOf } from './receipt-lines.ts'
import { Row, Rows } from './rows.tsx'

const LOOK_MS = 5_000

export function Page() {
  useLiveAccount()
  const { paymentId = '' } = useParams()
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getPayment, { params: { paymentId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LOOK_MS : false),
  })
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const back = (
    <ButtonLink
      to="/transactions"
      kind="quiet"
      size="small"
      icon={<ChevronRightIcon size={16} aria-hidden="true" className="rotate-180" />}
    >
      {t('wallet.back')}
    </ButtonLink>
  )
  return (
    <>
      <Head title={t('wallet.receipt')} isHidden />
      <div className="mx-auto max-w-[600px]">
        <div className="mb-4 flex items-center justify-between print:hidden">
          {!(error && !data) && back}
          {data && (
            <Button
              kind="quiet"
              size="small"
              icon={<PrintIcon size={16} aria-hidden="true" />}
              onClick={() => globalThis.print()}
            >
              {t('wallet.print')}
            </Button>
          )}
        </div>
        {data && <Paper payment={data} />}
        {!data && !error && <PaperSkeleton />}
        {!data && error && (
          <ErrorState
            title={t(isMissing ? 'wallet.receiptMissing' : 'failure.title')}
            {...(isMissing
              ? { action: back }
              : { detail: describeFailure(error), retryLabel: t('failure.retry'), onRetry: () => void refetch() })}
          />
        )}
      </div>
    </>
  )
}

/** On paper it stands alone, dark on light whatever the theme. */
const PAPER =
  'rounded-header border border-line bg-highlight px-5 py-6 md:px-9 md:py-9 ' +
  'print:fixed print:inset-0 print:z-50 print:rounded-none print:border-0 print:bg-[#fff] print:[color-scheme:light]'

function Paper({ payment }: { payment: Receipt }) {
  const { brandName } = useSettings()
  const { data: account } = useAccount()
  const { type, state, detail, failureReason, createdAt, paymentId, comment, contentTitle } = payment
  const standing = standingOf(state, detail, failureReason)
  const me = account?.name ?? null
  const isWithdrawal = type === 'Withdraw'
  return (
    <article className={PAPER}>
      <header className="flex items-center justify-between gap-4">
        <span className="brand-name flex items-center gap-2.5">
          <Mark size={22} />
          {brandName}
        </span>
        <span role="status">
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </span>
      </header>
      <h1 className="mt-8 font-text text-base font-semi tracking-normal text-ink-2">{describeType(type)}</h1>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span className="numeral text-3xl">{headlineOf(payment, me)}</span>
        <span className="font-semi text-ink-2">{t('common.sats')}</span>
      </p>
      {contentTitle !== null && <ContentLine payment={payment} />}
      {standing.note !== '' && <p className="mt-3 text-ink-2">{standing.note}</p>}
      {comment && !isWithdrawal && (
        <blockquote className="mt-4 border-l-2 border-line-2 pl-3.5 text-lg break-words">{comment}</blockquote>
      )}
      <div className="mt-7">
        <Rows>
          {arithmeticOf(payment, me, brandName).map(({ name, amount, isTotal }) => (
            <Row key={name} name={name} isStrong={isTotal}>
              {amount}
            </Row>
          ))}
        </Rows>
      </div>
      <Legs payment={payment} me={me} />
      <dl className="mt-7 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm text-ink-2">
        <dt>{t('wallet.date')}</dt>
        <dd>
          <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
        </dd>
        {comment && isWithdrawal && (
          <>
            <dt>{t('wallet.description')}</dt>
            <dd className="break-words">{comment}</dd>
          </>
        )}
        <dt>{t('wallet.number')}</dt>
        <dd className="break-all">{paymentId}</dd>
      </dl>
      <p className="mt-5 text-xs text-ink-3">{t('wallet.unitNote')}</p>
    </article>
  )
}

/** The title leads to the content, as long as it is there. */
function ContentLine({ payment }: { payment: Receipt }) {
  const { call } = useSite()
  const { contentId } = payment
  const { data: terms } = useQuery({
    ...callQuery(call, getTerms, { params: { contentId: contentId ?? '' } }),
    enabled: contentId !== null,
    retry: false,
  })
  const href = terms ? contentHref(terms.contentType, contentId) : null
  const title = titleOf({ type: payment.type, title: payment.contentTitle })
  return (
    <p className="mt-2 text-lg font-semi">
      {href === null ? (
        title
      ) : (
        <Link to={href} className="text-purple hover:underline">
          {title}
        </Link>
      )}
    </p>
  )
}

function Legs({ payment, me }: { payment: Receipt; me: string | null }) {
  const { brandName } = useSettings()
  if (payment.legs.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-text text-base font-semi tracking-normal">{t('wallet.whereItWent')}</h2>
      <SplitBar parts={legsOf(payment, me, brandName)} />
    </section>
  )
}

function PaperSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className={PAPER}>
      <Skeleton className="h-6 w-24" />
      <Skeleton className="mt-9 h-4 w-32" />
      <Skeleton className="mt-3 h-11 w-52" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="mt-5 flex justify-between">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
