/** Liked songs: the favourites as a playable list. */
import { listLibraryTracks } from '#contract/listening/library.ts'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { countSongs } from '#web/content/number-formats.ts'
import { SongRows } from '#web/playlists/song-rows.tsx'
import { useAccount } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { useSavedPages } from './saved-pages.ts'
import { PartStates, RowsComing } from '#web/content/part-states.tsx'

export function LikedPart() {
  const query = useSavedPages(listLibraryTracks)
  const favoritesId = useAccount().data?.userFavoritesId ?? null
  const tracks = query.data?.pages.flatMap((page) => page.tracks) ?? []
  const total = query.data?.pages[0]?.pagination.total ?? 0
  const rows = tracks.map((track) => ({
    key: track.id,
    playable: playablesOfTracks([track])[0] ?? null,
    isExplicit: track.isExplicit,
    msat: track.msatTotal,
  }))
  const empty = <EmptyShelf title={t('shelf.titleRoom')} sentence={t('library.noTracks')} />
  return (
    <PartStates query={query} isEmpty={tracks.length === 0} empty={empty} waiting={<RowsComing />}>
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <PlayDisc list={playablesOfTracks(tracks)} title={t('playlists.favorites')} />
        <h2 className="title-1 grow">{countSongs(total)}</h2>
        {favoritesId !== null && (
          <ButtonLink to={`/playlist/${favoritesId}`} kind="quiet" size="large">
            {t('library.asPlaylist')}
          </ButtonLink>
        )}
      </div>
      <SongRows rows={rows} label={t('library.tracks')} />
    </PartStates>
  )
}
