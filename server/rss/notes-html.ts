/** The notes of an episode as HTML for podcast apps. Markup is only what is written here: the text itself is escaped. */
import { type Block, parseMarkdown, type Span } from '#protocols/markdown.ts'
import { escapeMarkup } from '#contract/markup.ts'

export const writeNotes = (notes: string, publicUrl: string): string =>
  parseMarkdown(notes)
    .map((block) => writeBlock(block, (spans) => spans.map((span) => writeSpan(span, publicUrl)).join('')))
    .join('\n')

function writeBlock(block: Block, write: (spans: readonly Span[]) => string): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${write(block.spans)}</h3>`
    case 'paragraph':
      return `<p>${write(block.spans).replaceAll('\n', '<br>')}</p>`
    case 'list': {
      const name = block.isOrdered ? 'ol' : 'ul'
      return `<${name}>${block.items.map((spans) => `<li>${write(spans)}</li>`).join('')}</${name}>`
    }
    case 'rule':
      return '<hr>'
  }
}

function writeSpan(span: Span, publicUrl: string): string {
  const text = escapeMarkup(span.text)
  switch (span.kind) {
    case 'text':
      return text
    case 'strong':
      return `<strong>${text}</strong>`
    case 'emphasis':
      return `<em>${text}</em>`
    case 'code':
      return `<code>${text}</code>`
    case 'link': {
      const href = span.href.startsWith('/') ? publicUrl + span.href : span.href
      return `<a href="${escapeMarkup(href)}" rel="nofollow noopener">${text}</a>`
    }
  }
}
