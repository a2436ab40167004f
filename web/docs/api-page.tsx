/** The API reference: every call of /v1, generated from the contract. The introduction is docs-page.tsx. */
import { calls } from '#contract/calls.ts'
import { pathOf } from '#contract/endpoint.ts'
import { Head } from '#web/frame/head.tsx'
import { useSettings } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'

export function Page() {
  const { brandName: brand } = useSettings()
  const lead = t('docs.apiLead', { brand })
  return (
    <article className="max-w-[46rem]">
      <Head title={t('docs.apiTitle')} description={lead} path="/docs/api" />
      <h1 className="title-huge">{t('docs.apiTitle')}</h1>
      <p className="mt-3 text-lg text-ink-2">
        {lead}{' '}
        <a href="/openapi.json" className="font-semi text-purple underline">
          {t('docs.openApi')}
        </a>
      </p>
      <ul className="mt-6">
        {Object.entries(calls).map(([name, call]) => (
          <li key={name} id={name} className="scroll-mt-24 border-b border-line py-3">
            <code className="block text-sm font-semi [overflow-wrap:anywhere]">
              {call.method} {pathOf(call)}
            </code>
            <span className="text-sm text-ink-2">
              <span lang="en">{call.summary}</span>
              {call.access !== 'public' && ` · ${t('docs.signedIn')}`}
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}
