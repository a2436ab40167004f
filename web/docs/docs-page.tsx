/** The short guide for listeners, artists and operators. The API reference is api-page.tsx.
 * Other pages link to its ids: `wallet` is linked from the invoice of a zap. */
import type { ReactNode } from 'react'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSettings } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'

const LINK = 'font-semi text-purple underline'
const SETTINGS_EXAMPLE = `PUBLIC_URL=https://music.example
LIGHTNING=lnd
LND_MACAROON_FILE=/etc/peal/peal.macaroon
SMTP_URL=smtps://user:password@mail.example
npm start`

/** Files of docs/ that the server serves as text (server/pages/repository-docs.ts), the most useful first. */
const FILES = [
  ['operating', 'Operating'],
  ['capacity', 'Capacity'],
  ['tour', 'Tour'],
  ['architecture', 'Architecture'],
  ['payments', 'Payments'],
  ['ledger', 'Ledger'],
  ['splits', 'Splits'],
  ['accounts', 'Accounts'],
  ['logging-in', 'Logging in'],
  ['notifications', 'Notifications'],
  ['plays', 'Plays'],
  ['discovery', 'Discovery'],
  ['comments', 'Comments'],
  ['feeds', 'Feeds'],
  ['archive', 'Archive'],
  ['nostr', 'Nostr'],
  ['languages', 'Languages'],
  ['runbook', 'Run book'],
  ['style', 'Style'],
] as const

export function Page() {
  const { brandName: brand } = useSettings()
  const title = t('docs.title', { brand })
  const lead = t('docs.lead', { brand })
  const publishing = [t('docs.publishStudio'), t('docs.publishUpload'), t('docs.publishSplit'), t('docs.publishNow')]
  return (
    <article className="max-w-[46rem] pt-4 md:pt-8">
      <Head title={title} description={lead} path="/docs" />
      <h1 className="title-huge">{title}</h1>
      <p className="mt-3 text-lg text-ink-2">{lead}</p>
      <Contents />
      <Part id="listeners" title={t('docs.listeners')}>
        <p>{t('docs.listenersText')}</p>
      </Part>
      <Part id="artists" title={t('docs.artists')}>
        <p>{t('docs.artistsText')}</p>
        <h3 id="publish" className="mt-5 scroll-mt-24 text-lg font-semi text-ink">
          {t('docs.publishTitle')}
        </h3>
        <ol className="mt-1 flex list-decimal flex-col gap-1 pl-6">
          {publishing.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Part>
      <Part id="operators" title={t('docs.operators')}>
        <p>{t('docs.operatorsText')}</p>
        <Code text="npm start" />
        <p>{t('docs.operatorsSandbox')}</p>
        <Code text={SETTINGS_EXAMPLE} />
        <p>
          <a href="/docs/operating.md" hrefLang="en" className={LINK}>
            {t('docs.operatorsSettings')}
          </a>
        </p>
      </Part>
      <Part id="questions" title={t('docs.questions')}>
        <Questions />
      </Part>
      <Part id="more" title={t('docs.more')}>
        <More />
      </Part>
    </article>
  )
}

function Contents() {
  const parts = [
    ['listeners', t('docs.listeners')],
    ['artists', t('docs.artists')],
    ['operators', t('docs.operators')],
    ['questions', t('docs.questions')],
    ['more', t('docs.more')],
  ] as const
  return (
    <nav aria-label={t('docs.contents')} className="mt-5">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(([id, words]) => (
          <li key={id}>
            <a href={`#${id}`} className={`inline-flex min-h-11 items-center ${LINK}`}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Questions() {
  const { feePpm, isSandbox } = useSettings()
  const percent = `${feePpm / 10_000} %`
  return (
    <dl className="mt-4 grid gap-7">
      {isSandbox && <Question id="sandbox" question={t('docs.sandboxQuestion')} answer={t('docs.sandboxAnswer')} />}
      <Question id="sat" question={t('docs.satQuestion')} answer={t('docs.satAnswer')} />
      <Question id="wallet" question={t('docs.walletQuestion')} answer={t('docs.walletAnswer')} />
      <Question id="zap" question={t('docs.zapQuestion')} answer={t('docs.zapAnswer')} />
      <Question id="account" question={t('docs.accountQuestion')} answer={t('docs.accountAnswer')} />
      <Question id="fee" question={t('docs.feeQuestion')} answer={t('docs.feeAnswer', { percent })} />
      <Question id="withdraw" question={t('docs.withdrawQuestion')} answer={t('docs.withdrawAnswer')} />
    </dl>
  )
}

function More() {
  return (
    <>
      <p>
        <Link to="/docs/api" className={LINK}>
          {t('docs.apiTitle')}
        </Link>
        <br />
        {t('docs.apiText')}
      </p>
      <p className="mt-4">{t('docs.filesText')}</p>
      <ul lang="en" className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {FILES.map(([name, title]) => (
          <li key={name}>
            <a href={`/docs/${name}.md`} hrefLang="en" className={`inline-flex min-h-11 items-center ${LINK}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-12 scroll-mt-24 text-ink-2">
      <h2 id={`${id}-title`} className="mb-2 font-display text-2xl font-heavy text-ink">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Question({ id, question, answer }: { id: string; question: string; answer: string }) {
  return (
    <div id={id} className="scroll-mt-24">
      <dt className="text-lg font-semi text-ink">{question}</dt>
      <dd className="mt-1">{answer}</dd>
    </div>
  )
}

const Code = ({ text }: { text: string }) => (
  <pre lang="en" className="my-3 rounded-item bg-sunken px-4 py-3 text-sm break-words whitespace-pre-wrap text-ink">
    <code>{text}</code>
  </pre>
)
