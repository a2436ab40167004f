/** XML 1.0 as text. Any text becomes well-formed: characters that XML forbids are left out. */

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string | number | null>>
  children: readonly XmlChild[]
}
/** Null is left out. */
export type XmlChild = XmlElement | string | number | null

/** An attribute that is null is left out. */
export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: readonly XmlChild[] = [],
): XmlElement => ({ name, attributes, children })

export const textElement = (name: string, text: string | number | null): XmlElement | null =>
  text === null || text === '' ? null : element(name, {}, [text])

export const writeXml = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`

function writeElement({ name, attributes, children }: XmlElement): string {
  let written = ''
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) written += ` ${key}="${escapeAttribute(String(value))}"`
  }
  let inside = ''
  for (const child of children) inside += writeChild(child)
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

function writeChild(child: XmlChild): string {
  if (child === null) return ''
  return typeof child === 'object' ? writeElement(child) : escapeText(String(child))
}

/** Neither control characters nor halves of surrogate pairs are characters of XML 1.0. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers turn these into spaces or line feeds unless they are escaped.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** Most texts have none of either: to know that is faster than to replace nothing. */
const IS_PLAIN = /^[\u{20}!#-%'-;=?-\u{D7FF}]*$/u
const escape = (text: string, characters: RegExp) =>
  IS_PLAIN.test(text) ? text : text.replaceAll(FORBIDDEN, '').replaceAll(characters, (character) => ESCAPES[character]!)
const escapeText = (text: string) => escape(text, /[&<>\r]/g)
const escapeAttribute = (text: string) => escape(text, /[&<>"\t\n\r]/g)
