/** One of the operator's legal pages: its text, and when it was last changed. */
import { getLegalPage } from '#contract/operator/legal.ts'
import type { Wire } from '#contract/endpoint.ts'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { Visit } from '#web/frame/page.ts'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { parseMarkdown, type Block, type Span } from './markdown.ts'

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
        {blocksOf(data).map((block, index) => (
          <BlockOf key={index} block={block} />
        ))}
      </div>
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

function BlockOf({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? (
        <h2 className="mt-5 text-xl">
          <Spans spans={block.spans} />
        </h2>
      ) : (
        <h3 className="mt-3 text-lg">
          <Spans spans={block.spans} />
        </h3>
      )
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Spans spans={block.spans} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`flex flex-col gap-1.5 pl-6 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((spans, index) => (
            <li key={index}>
              <Spans spans={spans} />
            </li>
          ))}
        </List>
      )
    }
    case 'rule':
      return <hr className="border-line-2" />
  }
}

const Spans = ({ spans }: { spans: Span[] }) => spans.map((span, index) => <SpanOf key={index} span={span} />)

const LINK = 'font-semi break-words text-purple underline'

function SpanOf({ span }: { span: Span }) {
  switch (span.kind) {
    case 'text':
      return span.text
    case 'strong':
      return <strong className="font-bold">{span.text}</strong>
    case 'emphasis':
      return <em>{span.text}</em>
    case 'code':
      return <code className="rounded-small bg-sunken px-1.5 py-0.5 text-sm">{span.text}</code>
    case 'link':
      return span.href.startsWith('/') ? (
        <Link to={span.href} className={LINK}>
          {span.text}
        </Link>
      ) : (
        <a href={span.href} rel="noreferrer" className={LINK}>
          {span.text}
        </a>
      )
  }
}
