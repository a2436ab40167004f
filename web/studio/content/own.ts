/** What the user works on in the studio: own artists, releases and podcasts, and those of teams. */
import { useQueries } from '@tanstack/react-query'
import { listOwnAlbums } from '#contract/catalog/albums.ts'
import { listOwnArtists } from '#contract/catalog/artists.ts'
import type { Wire } from '#contract/endpoint.ts'
import { type Action, may, type Role } from '#contract/team-roles.ts'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { describeKind } from '#web/catalog/details/release-facts.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

export type OwnArtist = Wire<typeof listOwnArtists>[number]
export type OwnAlbum = Wire<typeof listOwnAlbums>[number]
export type OwnPodcast = Wire<typeof listOwnPodcasts>[number]
export type Own = { artists: OwnArtist[]; albums: OwnAlbum[]; podcasts: OwnPodcast[] }

/** The artist of a release, and what it is if it is not an album. */
export const bylineOf = ({ kind, artist }: Pick<OwnAlbum, 'kind' | 'artist'>): string =>
  kind === 'album' ? artist.name : `${artist.name} · ${describeKind(kind)}`

/** The role of the user for this artist or podcast; undefined for somebody else's. */
export const roleFor = ({ artists, podcasts }: Own, makerId: string): Role | undefined =>
  [...artists, ...podcasts].find(({ id }) => id === makerId)?.role

/** The part with which the user may do this. */
export function ownWith(own: Own, action: Action): Own {
  const isAllowed = ({ role }: { role: Role }) => may(role, action)
  return {
    artists: own.artists.filter(isAllowed),
    albums: own.albums.filter(({ artistId }) => may(roleFor(own, artistId), action)),
    podcasts: own.podcasts.filter(isAllowed),
  }
}

export type OwnState = { own: Own | null; failure: unknown; retry: () => void }

/** Resolves all three together, so that tabs and tables do not appear one by one. */
export function useOwn(): OwnState {
  const { call } = useSite()
  const [artists, albums, podcasts] = useQueries({
    queries: [
      callQuery(call, listOwnArtists, {}),
      // Track counts and amounts change while the user is elsewhere.
      { ...callQuery(call, listOwnAlbums, { query: {} }), staleTime: 0 },
      { ...callQuery(call, listOwnPodcasts, { query: {} }), staleTime: 0 },
    ],
  })
  const all = [artists, albums, podcasts]
  return {
    own:
      artists.data && albums.data && podcasts.data
        ? { artists: artists.data, albums: albums.data, podcasts: podcasts.data }
        : null,
    failure: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(all.filter(({ isError }) => isError).map((query) => query.refetch())),
  }
}
