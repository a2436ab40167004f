/** Shows the blocks of a Markdown text (markdown.ts). Links to other servers are marked so that search engines do not
 * follow them. */
import { Link } from '#web/navigation/link.tsx'
import type { Block, Span } from './markdown.ts'

export function MarkdownBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockOf key={index} block={block} />)
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
        <a href={span.href} rel="noreferrer nofollow ugc" className={LINK}>
          {span.text}
        </a>
      )
  }
}
