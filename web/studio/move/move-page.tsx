/** Moving in: a podcast or album is imported from its feed on another host. `?import=`: one import with its report. */
import { useQuery } from '@tanstack/react-query'
import { listImports } from '#contract/catalog/moving/imports.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { StudioFrame, StudioHeading } from '#web/studio/frame/studio-frame.tsx'
import { t } from '#web/words/words.ts'
import { ChooseFeed } from './choose-feed.tsx'
import { importHref } from './import-texts.ts'
import { ImportReport } from './report.tsx'

export function Page() {
  const importId = new URLSearchParams(useLocation().search).get('import')
  return (
    <StudioFrame>
      {(own) =>
        importId === null ? (
          <>
            <StudioHeading title={t('move.title')} lead={t('move.lead')} />
            <div className="flex max-w-[46rem] flex-col gap-10 wrap-anywhere">
              <ChooseFeed artists={own.artists} />
              <Imports />
              <p className="text-ink-2">
                {t('move.zips')}{' '}
                <Link to="/studio/drafts" className="font-semi text-purple hover:underline">
                  {t('move.zipsLink')}
                </Link>
              </p>
              <p className="text-ink-2">
                {t('move.listener')}{' '}
                <Link to="/library/elsewhere" className="font-semi text-purple hover:underline">
                  {t('move.listenerLink')}
                </Link>
              </p>
            </div>
          </>
        ) : (
          <ImportReport key={importId} importId={importId} />
        )
      }
    </StudioFrame>
  )
}

/** Nothing for users without imports. */
function Imports() {
  const { call } = useSite()
  const { data = [] } = useQuery({ ...callQuery(call, listImports, {}), refetchOnMount: 'always' })
  if (data.length === 0) return null
  return (
    <section aria-labelledby="imports-title">
      <h2 id="imports-title" className="text-lg">
        {t('move.imports')}
      </h2>
      <ul className="mt-3 flex flex-col divide-y divide-line border-y border-line">
        {data.map(({ id, title, counts }) => (
          <li key={id}>
            <Link
              to={importHref(id)}
              className="group flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3"
            >
              <span className="min-w-0 font-semi wrap-anywhere group-hover:underline">{title}</span>
              <span className="text-sm text-ink-2">{t('move.came', { count: counts.done })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
