/** A strict reader of XML for tests: throws for anything that is not well-formed, and knows no DTDs, no comments and no
 * CDATA, which our feeds do not have. */
import assert from 'node:assert/strict'

export type XmlNode = { name: string; attributes: Record<string, string>; children: XmlNode[]; text: string }

const NAME = /[a-z][\w.-]*(?::[a-z][\w.-]*)?/iy
const ATTRIBUTE = /\s+([a-z][\w.-]*(?::[a-z][\w.-]*)?)="([^"<]*)"/iy
const ENTITY = /&(?:amp|lt|gt|quot|#9|#10|#13);|&/g
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#9;': '\t',
  '&#10;': '\n',
  '&#13;': '\r',
}

export function parseXml(xml: string): XmlNode {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  assert.ok(xml.startsWith(head), 'it has no declaration')
  assert.doesNotMatch(xml, /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
  let at = head.length
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(xml)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  const readElement = (): XmlNode => {
    const node: XmlNode = { name: takeName(), attributes: {}, children: [], text: '' }
    for (let match = take(ATTRIBUTE); match !== null; match = take(ATTRIBUTE)) {
      assert.ok(!Object.hasOwn(node.attributes, match[1]!), `${match[1]} twice`)
      node.attributes[match[1]!] = decode(match[2]!)
    }
    if (take(/\/>/y) !== null) return node
    assert.ok(take(/>/y), `an unfinished tag at ${at}`)
    for (;;) {
      node.text += readText()
      if (take(/<\//y) !== null) break
      node.children.push(readElement())
    }
    assert.equal(take(NAME)?.[0], node.name)
    assert.ok(take(/>/y))
    return node
  }
  const takeName = (): string => {
    assert.ok(take(/</y), `no tag at ${at}`)
    return take(NAME)?.[0] ?? assert.fail(`no name at ${at}`)
  }
  const readText = (): string => {
    const text = take(/[^<]*/y)?.[0] ?? ''
    assert.ok(!text.includes(']]>'))
    return decode(text)
  }
  const root = readElement()
  assert.equal(xml.slice(at).trim(), '')
  return root
}

const decode = (text: string) =>
  text.replaceAll(ENTITY, (entity) => ENTITIES[entity] ?? assert.fail(`an unknown entity in ${text}`))

export const all = (node: XmlNode, name: string): XmlNode[] => node.children.filter((child) => child.name === name)
export const one = (node: XmlNode, name: string): XmlNode => {
  const found = all(node, name)
  assert.equal(found.length, 1, `${found.length} × ${name}`)
  return found[0]!
}
export const text = (node: XmlNode, name: string): string => one(node, name).text
