/** Title and metadata of a page, which React moves into the document's head. One `Head` per page. */
import { addressIn, type Language, languages, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { CARD_SIZE } from '#contract/listening/cards.ts'
import { cardPathOf, embedPathOf, embedSizeOf } from './share-target.ts'
import { useSettings } from '#web/data/site.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

export type HeadProps = {
  title: string
  description?: string | undefined
  /** The page's own path, for the canonical URL and sharing. */
  path?: string
  /** Hidden from search engines. */
  isHidden?: boolean
  /** For content that is shared: its Open Graph type and audio. Its picture is its card. */
  shared?: { type: string; audioUrl?: string | null }
}

/** The logo, for pages without an image of their own. */
const DEFAULT_IMAGE = '/icon-512.png'
/** In characters: how much of a description search engines and messengers show. */
const DESCRIPTION_CHARACTERS = 300

const OG_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en_GB',
  de: 'de_DE',
  es: 'es_ES',
  pt: 'pt_BR',
  ja: 'ja_JP',
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= DESCRIPTION_CHARACTERS ? line : `${line.slice(0, DESCRIPTION_CHARACTERS - 1).trimEnd()}…`
}

export function Head({ title, description: whole, path, isHidden = false, shared }: HeadProps) {
  const { brandName: brand, shareCampaign: campaign, publicUrl } = useSettings()
  const description = whole === undefined ? undefined : shorten(whole)
  const absolute = (href: string) => new URL(href, publicUrl).href
  const own = (href: string) => absolute(addressIn(href, currentLanguage()))
  const sharedTitle = campaign
    ? t('common.shareCampaign', { title, brand, campaign })
    : t('common.share', { title, brand })
  return (
    <>
      <title>{title === brand ? brand : `${title} · ${brand}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {isHidden && <meta name="robots" content="noindex" />}
      {path !== undefined && <link rel="canonical" href={own(path)} />}
      {path !== undefined && !isHidden && <Alternates path={path} absolute={absolute} />}
      <meta property="og:site_name" content={brand} />
      <meta property="og:locale" content={OG_LOCALES[currentLanguage()]} />
      <meta property="og:title" content={shared ? sharedTitle : title} />
      <meta property="og:type" content={shared?.type ?? 'website'} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {path !== undefined && <meta property="og:url" content={own(path)} />}
      {shared?.audioUrl && <meta property="og:audio" content={absolute(shared.audioUrl)} />}
      {/* Only crawlers need these, so they are rendered on the server only. */}
      {import.meta.env.SSR && shared && path !== undefined && <EmbedTags path={path} title={sharedTitle} />}
      <meta name="twitter:title" content={shared ? sharedTitle : title} />
      {description !== undefined && <meta name="twitter:description" content={description} />}
      {import.meta.env.SSR && (
        <ImageTags title={shared ? title : brand} card={shared && path ? cardPathOf(path) : null} />
      )}
    </>
  )
}

/** What other sites show beside the link: the card of the content, or the logo. */
function ImageTags({ title, card }: { title: string; card: string | null }) {
  const { publicUrl } = useSettings()
  const href = new URL(card ?? DEFAULT_IMAGE, publicUrl).href
  return (
    <>
      <meta property="og:image" content={href} />
      <meta property="og:image:alt" content={card === null ? title : t('cards.alt', { title })} />
      {card !== null && <meta property="og:image:type" content="image/jpeg" />}
      {card !== null && <meta property="og:image:width" content={String(CARD_SIZE.width)} />}
      {card !== null && <meta property="og:image:height" content={String(CARD_SIZE.height)} />}
      <meta name="twitter:card" content={card === null ? 'summary' : 'summary_large_image'} />
      <meta name="twitter:image" content={href} />
    </>
  )
}

/** How other sites embed the page: the oEmbed link and the player URL. */
function EmbedTags({ path, title }: { path: string; title: string }) {
  const { publicUrl } = useSettings()
  const embedPath = embedPathOf(path)
  const language = currentLanguage()
  if (embedPath === null) return null
  const oembed = new URL('/oembed', publicUrl)
  oembed.searchParams.set('url', new URL(addressIn(path, language), publicUrl).href)
  const player = new URL(embedPath, publicUrl)
  if (language !== PLAIN_LANGUAGE) player.searchParams.set('lang', language)
  const { width, height } = embedSizeOf(embedPath)
  return (
    <>
      <link rel="alternate" type="application/json+oembed" href={oembed.href} title={title} />
      <meta name="twitter:player" content={player.href} />
      <meta name="twitter:player:width" content={String(width)} />
      <meta name="twitter:player:height" content={String(height)} />
    </>
  )
}

/** The RSS feed of the page's content. Only podcast apps need it, so it is rendered on the server only. */
export function FeedLink({
  kind,
  id,
  title,
}: {
  kind: 'album' | 'artist' | 'playlist' | 'podcast'
  id: string
  title: string
}) {
  const { hasFeeds, publicUrl } = useSettings()
  if (!hasFeeds) return null
  const href = new URL(`/rss/${kind}/${id}`, publicUrl).href
  return <link rel="alternate" type="application/rss+xml" href={href} title={title} />
}

/** The page in every language, for search engines; readers of other languages get English. */
function Alternates({ path, absolute }: { path: string; absolute: (href: string) => string }) {
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={absolute(addressIn(path, language))} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={absolute(path)} />
    </>
  )
}
