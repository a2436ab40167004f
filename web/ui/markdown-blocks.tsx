/** Shows the blocks of a Markdown text (protocols/markdown.ts). Links to other servers are marked so that search engines do not
 * follow them. */
import type { ReactNode } from 'react'
import type { Block, Span } from '#protocols/markdown.ts'
import { Link } from '#web/navigation/link.tsx'

/** `writeText`: for text without markup, where it is more than text. */
type WriteText = (text: string) => ReactNode

export function MarkdownBlocks({ blocks, writeText = asText }: { blocks: readonly Block[]; writeText?: WriteText }) {
  return blocks.map((block, index) => <BlockOf key={index} block={block} writeText={writeText} />)
}

const asText: WriteText = (text) => text

function BlockOf({ block, writeText }: { block: Block; writeText: WriteText }) {
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? (
        <h2 className="mt-5 text-xl">
          <Spans spans={block.spans} writeText={writeText} />
        </h2>
      ) : (
        <h3 className="mt-3 text-lg">
          <Spans spans={block.spans} writeText={writeText} />
        </h3>
      )
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Spans spans={block.spans} writeText={writeText} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`flex flex-col gap-1.5 pl-6 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((spans, index) => (
            <li key={index}>
              <Spans spans={spans} writeText={writeText} />
            </li>
          ))}
        </List>
      )
    }
    case 'rule':
      return <hr className="border-line-2" />
  }
}

const Spans = ({ spans, writeText }: { spans: Span[]; writeText: WriteText }) =>
  spans.map((span, index) => <SpanOf key={index} span={span} writeText={writeText} />)

const LINK = 'font-semi break-words text-purple underline'

function SpanOf({ span, writeText }: { span: Span; writeText: WriteText }) {
  switch (span.kind) {
    case 'text':
      return writeText(span.text)
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
