/** What a page is about, for machines: schema.org as JSON-LD. It is data, so the policy against inline scripts allows it. */
import { useSettings } from '../site.ts'

export type Thing = { '@type': string; [name: string]: unknown }

/** `thing` is false in the browser: who reads it reads the page as the server sends it, so its code is left out of bundles. */
export function JsonLd({ thing }: { thing: Thing | false }) {
  const text = thing && JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text || '' }} />
}

/** Addresses in it are whole where the installation knows its own, and left out otherwise. */
export function useAbsolute(): (href: string | null) => string | undefined {
  const { publicUrl } = useSettings()
  return (href) => (href === null || publicUrl === '' ? undefined : new URL(href, publicUrl).href)
}

/** 102.4 seconds → 'PT102S'. */
export const isoDuration = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `PT${Math.round(seconds)}S`

const FORMATS: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' }

/** The sound itself; its address without its query says what it is. */
export function audioLd(
  { liveUrl, duration }: { liveUrl: string | null; duration: number | null },
  absolute: ReturnType<typeof useAbsolute>,
): Thing | undefined {
  const contentUrl = absolute(liveUrl)
  if (contentUrl === undefined) return undefined
  const encodingFormat = FORMATS[/\.(\w+)(?:\?.*)?$/.exec(contentUrl)?.[1] ?? '']
  return { '@type': 'AudioObject', contentUrl, encodingFormat, duration: isoDuration(duration) }
}

/** What a list holds, in its order. */
export function ItemListLd({ name, items }: { name: string; items: readonly { name: string; href: string }[] }) {
  const absolute = useAbsolute()
  if (items.length === 0) return null
  return (
    <JsonLd
      thing={
        import.meta.env.SSR && {
          '@type': 'ItemList',
          name,
          itemListElement: items.map((item, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: item.name,
            url: absolute(item.href),
          })),
        }
      }
    />
  )
}
