/** Questions and answers, and every call of /v1 as the contract has it. */
import { calls } from '#contract/calls.ts'
import { pathOf } from '#contract/endpoint.ts'
import { Head } from '../head.tsx'
import { useSettings } from '../site.ts'
import { t } from '../words/words.ts'

export function Page() {
  const { brandName: brand, feePpm, isSandbox } = useSettings()
  const percent = `${feePpm / 10_000} %`
  const lead = t('docs.lead', { brand })
  return (
    <article className="mx-auto max-w-[46rem]">
      <Head title={t('docs.title')} description={lead} path="/docs" />
      <h1 className="title-huge">{t('docs.title')}</h1>
      <p className="mt-3 text-lg text-ink-2">{lead}</p>
      <dl className="mt-10 grid gap-8">
        {isSandbox && <Question question={t('docs.sandboxQuestion')} answer={t('docs.sandboxAnswer')} />}
        <Question id="sat" question={t('docs.satQuestion')} answer={t('docs.satAnswer')} />
        <Question id="wallet" question={t('docs.walletQuestion')} answer={t('docs.walletAnswer')} />
        <Question question={t('docs.zapQuestion')} answer={t('docs.zapAnswer')} />
        <Question question={t('docs.accountQuestion')} answer={t('docs.accountAnswer')} />
        <Question question={t('docs.feeQuestion')} answer={t('docs.feeAnswer', { percent })} />
        <Question question={t('docs.withdrawQuestion')} answer={t('docs.withdrawAnswer')} />
        <Question question={t('docs.publishQuestion')} answer={t('docs.publishAnswer')} />
      </dl>
      <h2 className="mt-16 font-display text-2xl font-bold">{t('docs.callsTitle')}</h2>
      <p className="mt-2 text-ink-2">
        {t('docs.callsLead')}{' '}
        <a href="/openapi.json" className="font-semi text-purple underline">
          {t('docs.openApi')}
        </a>
      </p>
      <ul className="mt-6">
        {Object.entries(calls).map(([name, call]) => (
          <li key={name} className="border-b border-line py-3">
            <code className="block text-sm font-semi [overflow-wrap:anywhere]">
              {call.method} {pathOf(call)}
            </code>
            <span className="text-sm text-ink-2">
              {call.summary}
              {call.access !== 'public' && ` · ${t('docs.signedIn')}`}
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}

function Question({ id, question, answer }: { id?: string; question: string; answer: string }) {
  return (
    <div id={id} className="scroll-mt-24">
      <dt className="text-lg font-semi">{question}</dt>
      <dd className="mt-1 text-ink-2">{answer}</dd>
    </div>
  )
}
