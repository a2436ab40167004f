/** One of the operator's legal pages: its text, and when it was last changed. */
import { getLegalPage } from '#contract/operator/legal.ts'
import type { Wire } from '#contract/endpoint.ts'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { Link } from '#web/navigation/link.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { MarkdownBlocks } from '#web/ui/markdown-blocks.tsx'
import { parseMarkdown, type Block } from '#protocols/markdown.ts'

type Name = 'terms' | 'privacy' | 'contact'
type LegalPage = Wire<typeof getLegalPage>

export async function loadLegal(visit: Visit, page: Name): Promise<void> {
  await preload(visit, getLegalPage, { params: { page } })
}

export function LegalText({ page }: { page: Name }) {
  const data = usePageData(getLegalPage, { params: { page } })
  if (!data) return <PageSkeleton label={t('common.loading')} />
  return (
    <article className="max-w-[68ch] pt-2 md:pt-6">
      <Head title={data.title} path={`/${page}`} isHidden={!data.isWritten} />
      <h1 className="title-great">{data.title}</h1>
      <Note {...data} />
      <div
        lang={data.isWritten ? undefined : 'en'}
        className="mt-6 flex flex-col gap-4 md:text-[1.0625rem] md:leading-relaxed"
      >
        <MarkdownBlocks blocks={blocksOf(data)} />
      </div>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5">
        <Link to="/notice" className="font-semi text-purple hover:underline">
          {t('notice.title')}
        </Link>
        <Link to="/transparency" className="font-semi text-purple hover:underline">
          {t('transparency.title')}
        </Link>
      </p>
    </article>
  )
}

function Note({ isWritten, updatedAt }: LegalPage) {
  if (!isWritten) return <p className="mt-2.5 text-ink-2">{t('legal.default')}</p>
  return updatedAt && <p className="mt-2.5 text-ink-2">{t('legal.updated', { day: formatDate(updatedAt) })}</p>
}

/** The first heading is already shown as the title. */
function blocksOf({ text, title }: LegalPage): Block[] {
  const [first, ...rest] = parseMarkdown(text)
  if (first === undefined) return []
  const isTitle = first.kind === 'heading' && first.spans.map((span) => span.text).join('') === title
  return isTitle ? rest : [first, ...rest]
}
