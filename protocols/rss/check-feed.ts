/** Checks a feed of ours: what directories of podcasts require and apps need. */
import { all, parseXml, type XmlNode } from './parse-xml.ts'

export type FeedFinding = {
  code: 'not-well-formed' | 'no-image' | 'no-category' | 'no-language' | 'no-items' | 'no-audio'
  /** The title of an item. */
  subject: string | null
}
export type CheckedFeed = { channel: XmlNode | null; items: XmlNode[]; findings: FeedFinding[] }

/** Elements of the channel that Apple requires, and what their absence is called. */
const REQUIRED = {
  'itunes:image': 'no-image',
  'itunes:category': 'no-category',
  language: 'no-language',
} as const

export function checkFeed(xml: string): CheckedFeed {
  const channel = channelIn(xml)
  if (channel === null) return { channel, items: [], findings: [{ code: 'not-well-formed', subject: null }] }
  const items = all(channel, 'item')
  const findings: FeedFinding[] = Object.entries(REQUIRED).flatMap(([name, code]) =>
    all(channel, name).length === 0 ? [{ code, subject: null }] : [],
  )
  if (items.length === 0) findings.push({ code: 'no-items', subject: null })
  for (const item of items) {
    if (all(item, 'enclosure').length !== 1) findings.push({ code: 'no-audio', subject: titleOf(item) })
  }
  return { channel, items, findings }
}

export const titleOf = (node: XmlNode): string => all(node, 'title')[0]?.text ?? ''

function channelIn(xml: string): XmlNode | null {
  try {
    return all(parseXml(xml), 'channel')[0] ?? null
  } catch {
    return null
  }
}
