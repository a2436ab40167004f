/** The recipients of a time split: those of the content it names, and those of the track or episode itself. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { getTerms } from '#contract/payments/terms.ts'
import { getSplit } from '#contract/catalog/splits.ts'
import { listOwnTracks } from '#contract/catalog/tracks.ts'
import { callQuery } from '#web/data/queries.ts'
import { useAccount } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import { useOwn, ownWith } from '#web/studio/content/own.ts'
import type { SplitRecipient, SplitOf } from './preview.tsx'

/** The recipients of the track or episode itself: its own splits,
 * otherwise those of its album or podcast, otherwise the owner. */
export function useOwnUsers(of: SplitOf, parent: SplitOf): SplitRecipient[] | null {
  const { call } = useSite()
  const { data: account } = useAccount()
  const own = useQuery({ ...callQuery(call, getSplit, { params: of }), retry: false })
  const above = useQuery({ ...callQuery(call, getSplit, { params: parent }), retry: false })
  if (own.data === undefined || above.data === undefined || !account) return null
  const split = own.data ?? above.data
  if (!split) return [{ name: account.name, displayName: account.displayName, share: 1 }]
  return split.splitRecipients.map(({ share, user }) => ({ ...user, share }))
}

/** The title and recipients of the content; undefined while loading, and for drafts, which have no terms yet. */
export function useSharedTerms(contentId: string | null) {
  const { call } = useSite()
  return useQuery({
    ...callQuery(call, getTerms, { params: { contentId: contentId ?? '' } }),
    retry: false,
    enabled: contentId !== null,
  })
}

/** The titles of shared contents, by id; '' where none is known. */
export function useSharedTitles(rows: readonly { contentId: string | null }[]): (contentId: string | null) => string {
  const { call } = useSite()
  const ids = [...new Set(rows.flatMap(({ contentId }) => contentId ?? []))]
  const terms = useQueries({
    queries: ids.map((contentId) => ({ ...callQuery(call, getTerms, { params: { contentId } }), retry: false })),
  })
  const own = useOwnContents()
  return (contentId) => {
    if (contentId === null) return ''
    return own.find(({ key }) => key === contentId)?.name ?? terms[ids.indexOf(contentId)]?.data?.title ?? ''
  }
}

/** The user's own content, including drafts: both may be published together. */
export function useOwnContents(): { key: string; name: string; aside: string; artworkUrl: string | null }[] {
  const { call } = useSite()
  const { own: all } = useOwn()
  const own = all && ownWith(all, 'money')
  const { data: tracks } = useQuery(callQuery(call, listOwnTracks, { query: { unpublished: 'true' } }))
  return [
    ...(tracks ?? []).map(({ id, title, albumTitle, artworkUrl }) => ({
      key: id,
      name: title,
      aside: t('editors.kindTrack', { album: albumTitle }),
      artworkUrl,
    })),
    ...(own?.albums ?? []).map(({ id, title, artworkUrl }) => ({
      key: id,
      name: title,
      aside: t('editors.kindAlbum'),
      artworkUrl,
    })),
    ...(own?.podcasts ?? []).map(({ id, name, artworkUrl }) => ({
      key: id,
      name,
      aside: t('editors.kindPodcast'),
      artworkUrl,
    })),
  ]
}
