/** Title and metadata of a page; React puts them into the document's head. One `Head` a page. */
import { useSettings } from './site.ts'
import { t } from './words/words.ts'

export type HeadProps = {
  title: string
  description?: string | undefined
  /** Path of the page's own address, for canonical and sharing. */
  path?: string
  /** Kept out of search engines. */
  isHidden?: boolean
  /** Content that is shared: its kind in Open Graph's words and its picture. */
  shared?: { type: string; imageUrl: string | null; audioUrl?: string | null }
}

export function Head({ title, description, path, isHidden = false, shared }: HeadProps) {
  const { brandName: brand, shareCampaign: campaign, publicUrl } = useSettings()
  const absolute = (href: string) => new URL(href, publicUrl || 'http://localhost').href
  const sharedTitle = campaign
    ? t('common.shareCampaign', { title, brand, campaign })
    : t('common.share', { title, brand })
  return (
    <>
      <title>{title === brand ? brand : `${title} · ${brand}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {isHidden && <meta name="robots" content="noindex" />}
      {path !== undefined && publicUrl !== '' && <link rel="canonical" href={absolute(path)} />}
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={shared ? sharedTitle : title} />
      <meta property="og:type" content={shared?.type ?? 'website'} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {path !== undefined && publicUrl !== '' && <meta property="og:url" content={absolute(path)} />}
      {shared?.imageUrl && <meta property="og:image" content={absolute(shared.imageUrl)} />}
      {shared?.audioUrl && <meta property="og:audio" content={absolute(shared.audioUrl)} />}
      <meta name="twitter:card" content={shared?.imageUrl ? 'summary_large_image' : 'summary'} />
    </>
  )
}
