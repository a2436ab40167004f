/** MAP 4: every address of the interface as data. No JSX, so that tests and the sitemap read it too.
 * Public pages are rendered on the server, for everybody the same; private ones only in the browser of who is signed in. */

export type PageRoute = {
  path: `/${string}`
  access: 'public' | 'private'
  /** The module in web/ that exports `Page`, and `load` when the page needs data (see PageModule in router.tsx). */
  file: `${string}/${string}-page.tsx`
  /** Stands in sitemap.xml: public, without parameters, worth finding. */
  isListed?: true
}

export const pages: readonly PageRoute[] = [
  { path: '/', access: 'public', file: 'catalog/home-page.tsx', isListed: true },
  { path: '/top', access: 'public', file: 'catalog/top-page.tsx', isListed: true },
  { path: '/new', access: 'public', file: 'catalog/new-page.tsx', isListed: true },
  { path: '/artists', access: 'public', file: 'catalog/artists-page.tsx', isListed: true },
  { path: '/podcasts', access: 'public', file: 'catalog/podcasts-page.tsx', isListed: true },
  { path: '/album/:albumId', access: 'public', file: 'catalog/album-page.tsx' },
  { path: '/track/:trackId', access: 'public', file: 'catalog/track-page.tsx' },
  { path: '/artist/:artistUrl', access: 'public', file: 'catalog/artist-page.tsx' },
  { path: '/podcast/:podcastUrl', access: 'public', file: 'catalog/podcast-page.tsx' },
  { path: '/episode/:episodeId', access: 'public', file: 'catalog/episode-page.tsx' },
  { path: '/register', access: 'public', file: 'account/register-page.tsx' },
  { path: '/login', access: 'public', file: 'account/login-page.tsx' },
  { path: '/verify-email', access: 'public', file: 'account/verify-email-page.tsx' },
  { path: '/transactions', access: 'private', file: 'wallet/transactions-page.tsx' },
  { path: '/transactions/:paymentId', access: 'private', file: 'wallet/receipt-page.tsx' },
  { path: '/studio', access: 'private', file: 'studio/studio-page.tsx' },
  { path: '/studio/albums', access: 'private', file: 'studio/albums-page.tsx' },
  { path: '/studio/albums/:albumId', access: 'private', file: 'studio/album-page.tsx' },
  { path: '/studio/artists', access: 'private', file: 'studio/artists-page.tsx' },
  { path: '/studio/podcasts', access: 'private', file: 'studio/podcasts-page.tsx' },
  { path: '/studio/podcasts/:podcastId', access: 'private', file: 'studio/podcast-page.tsx' },
  { path: '/studio/create/artist', access: 'private', file: 'studio/create-artist-page.tsx' },
  { path: '/studio/create/album', access: 'private', file: 'studio/create-album-page.tsx' },
  { path: '/studio/create/podcast', access: 'private', file: 'studio/create-podcast-page.tsx' },
  { path: '/docs', access: 'public', file: 'docs/docs-page.tsx', isListed: true },
  { path: '/sandbox', access: 'public', file: 'sandbox/outside-wallet-page.tsx' },
  { path: '/sandbox/mail', access: 'public', file: 'sandbox/mail-page.tsx' },
  { path: '/design', access: 'public', file: 'design/design-page.tsx' },
]

/** Whether an address leads somewhere: menus show only what is there. Parameters match any one part. */
export function hasPage(href: string): boolean {
  const parts = (href.split(/[?#]/)[0] ?? '').split('/')
  return pages.some(({ path }) => {
    const pattern = path.split('/')
    return (
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    )
  })
}
