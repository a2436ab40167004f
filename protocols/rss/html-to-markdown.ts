/** Show notes of other hosts, which are HTML, as Markdown. What is not a paragraph, list, link or emphasis becomes plain text. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Null for text without anything to read. Longer text is cut. */
export function htmlToMarkdown(html: string, max: number): string | null {
  const markdown = decode(
    html
      .slice(0, 20 * max)
      .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
      .replaceAll(/<a\b[^>]*\bhref\s*=\s*["'](https?:\/\/[^"'\s<>]{1,2000})["'][^>]*>([^<]*)<\/a\s*>/gi, writeLink)
      .replaceAll(/<\/?(b|strong)\b[^>]*>/gi, '**')
      .replaceAll(/<li\b[^>]*>\s*/gi, '\n- ')
      .replaceAll(/<br\b[^>]*>|<\/(tr|div)\s*>/gi, '\n')
      .replaceAll(/<\/?(p|ul|ol|h[1-6]|blockquote)\b[^>]*>/gi, '\n\n')
      .replaceAll(/<[^>]*>/g, ''),
  )
    .replaceAll(/\*\*(\s*)\*\*/g, '$1')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return markdown === '' ? null : [...markdown].slice(0, max).join('')
}

function writeLink(_tag: string, address: string, label: string): string {
  const text = label.replaceAll(/[[\]\n]/g, ' ').trim()
  return text === '' || text === address
    ? address
    : `[${text}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

const decode = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : ''
    },
  )
