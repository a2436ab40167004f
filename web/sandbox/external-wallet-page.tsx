/** The external test wallet of the sandbox: its balance, paying from it, paying to it, and how it behaves. */
import { useQuery } from '@tanstack/react-query'
import { getSandboxState } from '#contract/operator/sandbox.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Head } from '#web/frame/head.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { MailIcon } from '#web/ui/icon.tsx'
import { GreatMark } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { BehaviourChoice } from './behaviour-choice.tsx'
import { MakeInvoice } from './make-invoice.tsx'
import { requireSandbox } from './only-sandbox.ts'
import { PayInvoice } from './pay-invoice.tsx'
import { formatSats } from '#web/words/sats.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

export const load = requireSandbox

/** Polled, because others use the same wallet and it has no event stream. */
const POLL_MS = 5_000

export function Page() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getSandboxState, {}),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <Head title={t('sandbox.title')} path="/sandbox" isHidden />
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-[60ch]">
          <h1 className="title-great">{t('sandbox.title')}</h1>
          <p className="mt-2 text-lg text-ink-2">{t('sandbox.lead')}</p>
        </div>
        <ButtonLink to="/sandbox/mail" kind="quiet" icon={<MailIcon size={18} aria-hidden="true" />}>
          {t('sandbox.mails')}
        </ButtonLink>
      </header>
      {error && !data ? (
        <LoadFailure level="part" error={error} retry={refetch} />
      ) : (
        <div className="mt-7 grid items-start gap-4 lg:grid-cols-2">
          <BalancePanel state={data} />
          <BehaviourChoice current={data?.behaviour} />
          <PayInvoice />
          <MakeInvoice />
        </div>
      )}
    </>
  )
}

function BalancePanel({ state }: { state: Wire<typeof getSandboxState> | undefined }) {
  return (
    <section className="flood relative flex h-full flex-col overflow-hidden rounded-bar p-6 md:rounded-header md:p-8">
      <GreatMark className="absolute top-16 -right-8 h-[46%] opacity-13 max-lg:hidden" />
      <h2 className="font-text text-base font-semi tracking-normal">{t('sandbox.balance')}</h2>
      {state ? <Balance balanceMsat={state.balanceMsat} /> : <Skeleton className="mt-3 h-12 w-56" />}
      <dl className="relative mt-auto flex flex-col gap-3 pt-8 text-sm">
        {state?.lightningAddress !== null && <Fact name={t('sandbox.address')} text={state?.lightningAddress} />}
        <Fact name={t('sandbox.outsideNode')} text={state?.outsidePubkey} />
        <Fact name={t('sandbox.platformNode')} text={state?.platformPubkey} />
      </dl>
    </section>
  )
}

function Balance({ balanceMsat }: { balanceMsat: number }) {
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
      <span key={balanceMsat} className="numeral origin-left animate-settle text-3xl">
        {formatSats(balanceMsat)}
      </span>
      <span className="text-lg font-semi">{t('common.sats')}</span>
    </p>
  )
}

function Fact({ name, text }: { name: string; text: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex items-center justify-between gap-4 font-medium">
        {text === undefined ? (
          <Skeleton className="my-2.5 h-4 w-48" />
        ) : (
          <>
            <span className="min-w-0 truncate" title={text}>
              {text}
            </span>
            <CopyButton
              text={text}
              labels={{ idle: t('common.copy'), copied: t('common.copied') }}
              kind="outline"
              size="small"
            />
          </>
        )}
      </dd>
    </div>
  )
}
