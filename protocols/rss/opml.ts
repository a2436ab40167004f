/** A list of feeds as OPML 2.0, which podcast apps import. */
import { element, textElement, writeXml } from './xml.ts'

export type ListedFeed = { title: string; feedUrl: string; pageUrl: string }
export type FeedGroup = { title: string; feeds: readonly ListedFeed[] }

export const writeOpml = (title: string, groups: readonly FeedGroup[]): string =>
  writeXml(
    element('opml', { version: '2.0' }, [
      element('head', {}, [textElement('title', title)]),
      element('body', {}, groups.map(writeGroup)),
    ]),
  )

const writeGroup = ({ title, feeds }: FeedGroup) =>
  element(
    'outline',
    { text: title },
    feeds.map(({ title: text, feedUrl, pageUrl }) =>
      element('outline', { type: 'rss', text, title: text, xmlUrl: feedUrl, htmlUrl: pageUrl }),
    ),
  )
