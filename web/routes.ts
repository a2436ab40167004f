/** Every address of the interface as data. No JSX, so that tests and the sitemap can read it too. Public pages are
 * rendered on the server, the same for everybody; private pages only in the browser of a signed-in user. */

export type PageRoute = {
  path: `/${string}`
  access: 'public' | 'private'
  /** The module in web/ that exports `Page`, and `load` when the page needs data (see PageModule in page.ts). */
  file: `${string}/${string}-page.tsx`
  /** Listed in sitemap.xml: public, without parameters, worth finding. */
  isListed?: true
}

export const pages: readonly PageRoute[] = [
  { path: '/', access: 'public', file: 'catalog/home-page.tsx', isListed: true },
  { path: '/top', access: 'public', file: 'catalog/top-page.tsx', isListed: true },
  { path: '/new', access: 'public', file: 'catalog/new-page.tsx', isListed: true },
  { path: '/earn', access: 'public', file: 'catalog/earn-page.tsx', isListed: true },
  { path: '/artists', access: 'public', file: 'catalog/artists-page.tsx', isListed: true },
  { path: '/shows', access: 'public', file: 'catalog/shows-page.tsx', isListed: true },
  { path: '/podcasts', access: 'public', file: 'catalog/podcasts-page.tsx', isListed: true },
  { path: '/search', access: 'public', file: 'catalog/search-page.tsx', isListed: true },
  { path: '/genre/:genre', access: 'public', file: 'catalog/genre-page.tsx' },
  { path: '/moods/:mood', access: 'public', file: 'playlists/mood-page.tsx' },
  { path: '/for-you', access: 'private', file: 'catalog/for-you-page.tsx' },
  { path: '/album/:albumId', access: 'public', file: 'catalog/album-page.tsx' },
  { path: '/track/:trackId', access: 'public', file: 'catalog/track-page.tsx' },
  { path: '/artist/:artistUrl', access: 'public', file: 'catalog/artist-page.tsx' },
  { path: '/artist/:artistUrl/room', access: 'public', file: 'room/room-page.tsx' },
  { path: '/events', access: 'public', file: 'events/events-page.tsx', isListed: true },
  { path: '/event/:concertId', access: 'public', file: 'events/event-page.tsx' },
  { path: '/event/:concertId/door', access: 'private', file: 'events/door-page.tsx' },
  { path: '/tickets', access: 'public', file: 'events/tickets-page.tsx' },
  { path: '/podcast/:podcastUrl', access: 'public', file: 'catalog/podcast-page.tsx' },
  { path: '/episode/:episodeId', access: 'public', file: 'catalog/episode-page.tsx' },
  { path: '/register', access: 'public', file: 'account/register-page.tsx' },
  { path: '/login', access: 'public', file: 'account/login-page.tsx' },
  { path: '/register/key', access: 'public', file: 'account/new-key-page.tsx' },
  { path: '/login/key', access: 'public', file: 'account/key-page.tsx' },
  { path: '/login/google', access: 'public', file: 'account/return-page.tsx' },
  { path: '/login/apple', access: 'public', file: 'account/return-page.tsx' },
  { path: '/login/twitter', access: 'public', file: 'account/return-page.tsx' },
  { path: '/login/oidc', access: 'public', file: 'account/return-page.tsx' },
  { path: '/zbd-login', access: 'public', file: 'account/return-page.tsx' },
  { path: '/forgot-password', access: 'public', file: 'account/forgot-password-page.tsx' },
  { path: '/reset-password', access: 'public', file: 'account/reset-password-page.tsx' },
  { path: '/verify-email', access: 'public', file: 'account/verify-email-page.tsx' },
  { path: '/transactions', access: 'private', file: 'wallet/transactions-page.tsx' },
  { path: '/transactions/:paymentId', access: 'private', file: 'wallet/receipt-page.tsx' },
  { path: '/transactions/year/:year', access: 'private', file: 'wallet/year-page.tsx' },
  { path: '/transactions/:type/:paymentId', access: 'private', file: 'wallet/receipt-page.tsx' },
  { path: '/playlist/:playlistId', access: 'public', file: 'playlists/playlist-page.tsx' },
  { path: '/playlists/smart', access: 'private', file: 'playlists/smart-page.tsx' },
  { path: '/playlists/smart/:smartId', access: 'private', file: 'playlists/smart-page.tsx' },
  { path: '/playlists', access: 'private', file: 'playlists/playlists-page.tsx' },
  { path: '/purchase/:secret', access: 'public', file: 'purchase/purchase-page.tsx' },
  { path: '/private/:link', access: 'public', file: 'purchase/preview-page.tsx' },
  { path: '/redeem', access: 'public', file: 'purchase/redeem-page.tsx' },
  { path: '/library', access: 'private', file: 'library/library-page.tsx' },
  { path: '/library/:section', access: 'private', file: 'library/library-page.tsx' },
  { path: '/profile/:profileUrl', access: 'public', file: 'people/profile-page.tsx' },
  { path: '/messages', access: 'private', file: 'messages/messages-page.tsx' },
  { path: '/feed', access: 'private', file: 'feed/feed-page.tsx' },
  { path: '/feed/nostr', access: 'private', file: 'feed/nostr-feed-page.tsx' },
  { path: '/settings', access: 'private', file: 'settings/settings-page.tsx' },
  { path: '/settings/:section', access: 'private', file: 'settings/settings-page.tsx' },
  { path: '/n/:code', access: 'public', file: 'open/pointer-page.tsx' },
  { path: '/open', access: 'public', file: 'open/shared-page.tsx' },
  { path: '/offline', access: 'public', file: 'offline/offline-page.tsx' },
  { path: '/invitations/:token', access: 'public', file: 'team/invitation-page.tsx' },
  { path: '/splits/:contentType/:contentId', access: 'private', file: 'wallet/split-versions-page.tsx' },
  { path: '/split-invitations/:token', access: 'public', file: 'wallet/split-invitation-page.tsx' },
  { path: '/hold-payments', access: 'public', file: 'account/hold-page.tsx' },
  { path: '/unsubscribe', access: 'public', file: 'notifications/unsubscribe-page.tsx' },
  { path: '/admin', access: 'private', file: 'admin/overview-page.tsx' },
  { path: '/admin/reports', access: 'private', file: 'admin/reports-page.tsx' },
  { path: '/admin/takedown', access: 'private', file: 'admin/takedown-page.tsx' },
  { path: '/admin/people', access: 'private', file: 'admin/users-page.tsx' },
  { path: '/admin/nostr-keys', access: 'private', file: 'admin/nostr-keys-page.tsx' },
  { path: '/admin/moods', access: 'private', file: 'admin/moods-page.tsx' },
  { path: '/admin/announcements', access: 'private', file: 'admin/announcements-page.tsx' },
  { path: '/admin/money', access: 'private', file: 'admin/money-page.tsx' },
  { path: '/admin/recovery', access: 'private', file: 'admin/recovery-page.tsx' },
  { path: '/admin/purse', access: 'private', file: 'admin/purse-page.tsx' },
  { path: '/admin/promos', access: 'private', file: 'admin/promos-page.tsx' },
  { path: '/admin/health', access: 'private', file: 'admin/health-page.tsx' },
  { path: '/admin/roles', access: 'private', file: 'admin/roles-page.tsx' },
  { path: '/admin/actions', access: 'private', file: 'admin/actions-page.tsx' },
  { path: '/welcome', access: 'private', file: 'onboarding/welcome-page.tsx' },
  { path: '/onboarding', access: 'private', file: 'onboarding/onboarding-page.tsx' },
  { path: '/studio', access: 'private', file: 'studio/studio-page.tsx' },
  { path: '/studio/upload', access: 'private', file: 'studio/upload-page.tsx' },
  { path: '/studio/analytics', access: 'private', file: 'studio/analytics-page.tsx' },
  { path: '/studio/comments', access: 'private', file: 'studio/comments-page.tsx' },
  { path: '/studio/fans', access: 'private', file: 'fans/fans-page.tsx' },
  { path: '/studio/promos', access: 'private', file: 'studio/promos-page.tsx' },
  { path: '/studio/move', access: 'private', file: 'studio/move/move-page.tsx' },
  { path: '/studio/drafts', access: 'private', file: 'bulk/drafts-page.tsx' },
  { path: '/studio/table/:parentId', access: 'private', file: 'bulk/table-page.tsx' },
  { path: '/studio/albums', access: 'private', file: 'studio/albums-page.tsx' },
  { path: '/studio/albums/:albumId', access: 'private', file: 'studio/album-page.tsx' },
  { path: '/studio/albums/:albumId/preview', access: 'private', file: 'studio/preview-album-page.tsx' },
  { path: '/studio/codes/:contentId/:sheetId', access: 'private', file: 'studio/codes-page.tsx' },
  { path: '/studio/artists', access: 'private', file: 'studio/artists-page.tsx' },
  { path: '/studio/artists/:artistId', access: 'private', file: 'studio/artist-page.tsx' },
  { path: '/studio/podcasts', access: 'private', file: 'studio/podcasts-page.tsx' },
  { path: '/studio/podcasts/:podcastId', access: 'private', file: 'studio/podcast-page.tsx' },
  { path: '/studio/podcasts/:podcastUrl/preview', access: 'private', file: 'studio/preview-podcast-page.tsx' },
  { path: '/studio/surfaces/:contentId', access: 'private', file: 'studio/surfaces/surfaces-page.tsx' },
  { path: '/studio/team/:makerId', access: 'private', file: 'team/team-page.tsx' },
  { path: '/studio/events', access: 'private', file: 'studio/events-page.tsx' },
  { path: '/studio/events/:concertId', access: 'private', file: 'studio/event-page.tsx' },
  { path: '/studio/create/event', access: 'private', file: 'studio/create-event-page.tsx' },
  { path: '/studio/create/artist', access: 'private', file: 'studio/create-artist-page.tsx' },
  { path: '/studio/create/album', access: 'private', file: 'studio/create-album-page.tsx' },
  { path: '/studio/create/podcast', access: 'private', file: 'studio/create-podcast-page.tsx' },
  { path: '/studio/edit/artist/:artistId', access: 'private', file: 'studio/edit-artist-page.tsx' },
  { path: '/studio/edit/album/:albumId', access: 'private', file: 'studio/edit-album-page.tsx' },
  { path: '/studio/edit/podcast/:podcastId', access: 'private', file: 'studio/edit-podcast-page.tsx' },
  { path: '/studio/edit/track/:trackId', access: 'private', file: 'studio/edit-track-page.tsx' },
  { path: '/studio/edit/episode/:episodeId', access: 'private', file: 'studio/edit-episode-page.tsx' },
  { path: '/terms', access: 'public', file: 'legal/terms-page.tsx', isListed: true },
  { path: '/privacy', access: 'public', file: 'legal/privacy-page.tsx', isListed: true },
  { path: '/contact', access: 'public', file: 'legal/contact-page.tsx', isListed: true },
  { path: '/notice', access: 'public', file: 'legal/notice-page.tsx', isListed: true },
  { path: '/notice/:reportId', access: 'public', file: 'legal/notice-state-page.tsx' },
  { path: '/transparency', access: 'public', file: 'legal/transparency-page.tsx', isListed: true },
  { path: '/decisions', access: 'private', file: 'legal/decisions-page.tsx' },
  { path: '/docs', access: 'public', file: 'docs/docs-page.tsx', isListed: true },
  { path: '/docs/api', access: 'public', file: 'docs/api-page.tsx', isListed: true },
  { path: '/sandbox', access: 'public', file: 'sandbox/external-wallet-page.tsx' },
  { path: '/sandbox/mail', access: 'public', file: 'sandbox/mail-page.tsx' },
  { path: '/design', access: 'public', file: 'design/design-page.tsx' },
]

/** Pages about the current user, shown in the language that
 * was chosen. All others stay in the language of their URL. */
export const isOwnPage = ({ access, file, path }: PageRoute): boolean =>
  access === 'private' || path === '/' || /^(account|notifications)\//.test(file)

/** Pages to listen and browse on use the whole width of the window; those to work on stay a column. */
export const isWidePage = ({ file }: PageRoute): boolean =>
  /^((account|catalog|library|offline|people|playlists)\/|events\/(events?|tickets)-|onboarding\/welcome-)/.test(
    file,
  ) || file.startsWith('wallet/transactions')

/** Whether an address leads to a page, so that menus show only existing pages. Parameters match any single segment. */
export function hasPage(href: string): boolean {
  const parts = (href.split(/[?#]/)[0] ?? '').split('/')
  return patterns.some(
    (pattern) =>
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index]),
  )
}

const patterns = pages.map(({ path }) => path.split('/'))
