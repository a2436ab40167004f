/** Parses OPML files as podcast programs export them. Writing OPML is in opml.ts. */
import { XMLParser } from 'fast-xml-parser'
import { list, nodeOf, textOf } from './foreign-text.ts'

const NESTED_MAX = 20
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', maxNestedTags: NESTED_MAX })

/** The addresses of feeds, in folders or not. Null for what is not OPML. */
export function readOpmlAddresses(xml: string): string[] | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return null
  try {
    const { opml } = nodeOf(parser.parse(xml))
    return opml === undefined ? null : outlinesOf(nodeOf(nodeOf(opml)['body']))
  } catch {
    return null
  }
}

function outlinesOf(node: Readonly<Record<string, unknown>>): string[] {
  return list(node['outline'])
    .map(nodeOf)
    .flatMap((outline) => [textOf(outline['@xmlUrl']), ...outlinesOf(outline)])
    .filter((address) => address !== '')
}
