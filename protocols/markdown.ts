/** Parses the subset of Markdown for the operator's pages and liner notes: headings, paragraphs, lists, rules, links,
 * emphasis and code. Anything else, above all HTML, remains plain text. */

export type Span =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; isOrdered: boolean; items: Span[][] }
  | { kind: 'rule' }

const HEADING = /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/
const BULLET = /^[ \t]{0,3}[-*+][ \t]+(.*)$/
const NUMBER = /^[ \t]{0,3}\d{1,9}[.)][ \t]+(.*)$/
const RULE = /^[ \t]{0,3}([-*_])([ \t]*\1){2,}[ \t]*$/

export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', spans: readSpans(paragraph.join('\n')) })
    paragraph = []
  }
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const block = line.trim() === '' ? null : readLine(line)
    if (line.trim() === '') endParagraph()
    else if (block === null) continueOrBegin(blocks, paragraph, line)
    else {
      endParagraph()
      addBlock(blocks, block)
    }
  }
  endParagraph()
  return blocks
}

/** A single-line block; null for a line of text. */
function readLine(line: string): Block | null {
  if (RULE.test(line)) return { kind: 'rule' }
  const heading = HEADING.exec(line)
  if (heading) return { kind: 'heading', level: heading[1]!.length, spans: readSpans(heading[2]!) }
  const bullet = BULLET.exec(line)
  if (bullet) return { kind: 'list', isOrdered: false, items: [readSpans(bullet[1]!)] }
  const number = NUMBER.exec(line)
  if (number) return { kind: 'list', isOrdered: true, items: [readSpans(number[1]!)] }
  return null
}

/** Merges consecutive list items into one list. */
function addBlock(blocks: Block[], block: Block): void {
  const last = blocks.at(-1)
  if (block.kind === 'list' && last?.kind === 'list' && last.isOrdered === block.isOrdered)
    last.items.push(...block.items)
  else blocks.push(block)
}

/** An indented line continues the list item above it. */
function continueOrBegin(blocks: Block[], paragraph: string[], line: string): void {
  const last = blocks.at(-1)
  if (paragraph.length === 0 && last?.kind === 'list' && /^[ \t]/.test(line)) {
    last.items.at(-1)!.push({ kind: 'text', text: ' ' }, ...readSpans(line.trim()))
  } else paragraph.push(line)
}

const SPAN = new RegExp(
  [
    String.raw`\*\*(?<strong>[^*\n]+)\*\*`,
    String.raw`\*(?<emphasis>[^*\s][^*\n]*)\*`,
    '`(?<code>[^`\\n]+)`',
    String.raw`\[(?<words>[^\]\n]{1,300})\]\((?<href>[^()\s]{1,2000})\)`,
    String.raw`(?<bare>https?:\/\/[^\s<>]{1,2000}[^\s<>.,;:!?)])`,
  ].join('|'),
  'g',
)

function readSpans(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const match of text.matchAll(SPAN)) {
    if (match.index > from) spans.push({ kind: 'text', text: text.slice(from, match.index) })
    spans.push(spanOf(match))
    from = match.index + match[0].length
  }
  if (from < text.length) spans.push({ kind: 'text', text: text.slice(from) })
  return spans
}

function spanOf(match: RegExpExecArray): Span {
  const { strong, emphasis, code, words, href, bare } = match.groups ?? {}
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  if (code !== undefined) return { kind: 'code', text: code }
  const target = href ?? bare ?? ''
  return isSafe(target) ? { kind: 'link', text: words ?? target, href: target } : { kind: 'text', text: match[0] }
}

/** Pages, e-mail and telephone links; nothing executable. */
const isSafe = (href: string) => /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href)
