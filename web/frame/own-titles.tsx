/** Titles of the private pages by address: in the server's HTML and while a page loads. A page sets a more specific
 * title with its own Head; studio pages keep these. */
import { Head } from './head.tsx'
import { matchPath } from '#web/navigation/matching.ts'
import { useLocation } from '#web/navigation/navigation.tsx'
import { pages } from '#web/routes.ts'
import { useSettings } from '#web/data/site.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

const TITLES: Readonly<Record<string, TranslationKey>> = {
  '/transactions': 'wallet.title',
  '/transactions/:paymentId': 'wallet.receipt',
  '/transactions/:type/:paymentId': 'wallet.receipt',
  '/for-you': 'forYou.title',
  '/playlists': 'playlists.title',
  '/playlists/smart': 'smart.title',
  '/playlists/smart/:smartId': 'smart.title',
  '/library': 'library.title',
  '/library/:section': 'library.title',
  '/messages': 'messages.title',
  '/feed': 'following.title',
  '/feed/nostr': 'feed.title',
  '/splits/:contentType/:contentId': 'wallet.splitVersions',
  '/transactions/year/:year': 'wallet.yearOpen',
  '/settings': 'settings.title',
  '/settings/:section': 'settings.title',
  '/admin': 'admin.overviewTitle',
  '/admin/reports': 'admin.reports',
  '/admin/takedown': 'admin.takedown',
  '/admin/people': 'admin.people',
  '/admin/nostr-keys': 'admin.keys',
  '/admin/moods': 'moodLists.title',
  '/admin/announcements': 'admin.announcements',
  '/admin/health': 'health.title',
  '/admin/money': 'admin.title',
  '/admin/recovery': 'recovery.tab',
  '/admin/roles': 'admin.roles',
  '/admin/purse': 'purse.title',
  '/admin/promos': 'studio.promos',
  '/admin/actions': 'admin.actions',
  '/decisions': 'decisions.title',
  '/welcome': 'welcome.title',
  '/onboarding': 'onboarding.title',
  '/studio/upload': 'studio.upload',
  '/studio/analytics': 'analytics.title',
  '/studio/comments': 'comments.studioTitle',
  '/studio/fans': 'fans.title',
  '/studio/promos': 'studio.promos',
  '/studio/move': 'move.title',
  '/studio/surfaces/:contentId': 'studio.surfaces',
  '/studio/drafts': 'drafts.open',
  '/studio/table/:parentId': 'table.title',
  '/studio/team/:makerId': 'team.title',
  '/studio/albums': 'studio.releases',
  '/studio/albums/:albumId': 'studio.titleAlbum',
  '/studio/albums/:albumId/preview': 'studio.titlePreviewAlbum',
  '/studio/artists': 'studio.artists',
  '/studio/artists/:artistId': 'studio.titleArtist',
  '/studio/podcasts': 'studio.podcasts',
  '/studio/podcasts/:podcastId': 'studio.titlePodcast',
  '/studio/podcasts/:podcastUrl/preview': 'studio.titlePreviewPodcast',
  '/event/:concertId/door': 'events.door',
  '/studio/codes/:contentId/:sheetId': 'records.codesTitle',
  '/studio/events': 'events.studio',
  '/studio/events/:concertId': 'events.event',
  '/studio/create/event': 'events.create',
  '/studio/create/artist': 'studio.artistTitle',
  '/studio/create/album': 'studio.albumTitle',
  '/studio/create/podcast': 'studio.podcastTitle',
  '/studio/edit/artist/:artistId': 'studio.titleEditArtist',
  '/studio/edit/album/:albumId': 'studio.titleEditAlbum',
  '/studio/edit/podcast/:podcastId': 'studio.titleEditPodcast',
  '/studio/edit/track/:trackId': 'studio.titleEditTrack',
  '/studio/edit/episode/:episodeId': 'studio.titleEditEpisode',
}

function useTitleText(): TranslationKey | undefined {
  const { pathname } = useLocation()
  return TITLES[matchPath(pages, pathname)?.route.path ?? '']
}

/** Shown until the session has been read and the page has loaded. */
export function LoadingTitle() {
  const label = useTitleText()
  return label && <Head title={t(label)} isHidden />
}

/** "Upload · Peal Studio"; on the overview only "Peal Studio". */
export function StudioTitle() {
  const { brandName: brand } = useSettings()
  const label = useTitleText()
  const studio = t('studio.documentTitle', { brand })
  return <title>{label ? `${t(label)} · ${studio}` : studio}</title>
}
