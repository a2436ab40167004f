/** One of the user's artists in the studio, with its releases. */
import type { ReactNode } from 'react'
import { may } from '#contract/team-roles.ts'
import { chatHref } from '#web/player/state/playables.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { EditIcon, PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import type { Own, OwnAlbum, OwnArtist } from './content/own.ts'
import { NewFeedNote } from './content/new-feed.tsx'
import { RoleContext } from './content/role.ts'
import { RoleNote } from './content/role-note.tsx'
import { Appearances } from './overview/appearances.tsx'
import { AlbumTable, formatReleaseCount } from './overview/own-lists.tsx'
import { OwnArtistFrame } from './frame/studio-frame.tsx'
import { formatSats } from '#web/words/sats.ts'

export function Page() {
  return <OwnArtistFrame>{(artist, own) => <Artist artist={artist} own={own} />}</OwnArtistFrame>
}

function Artist({ artist, own }: { artist: OwnArtist; own: Own }) {
  const edits = may(artist.role, 'edit')
  const albums = own.albums.filter((album) => album.artistId === artist.id)
  const begin = (
    <ButtonLink
      to={`/studio/create/album?artistId=${artist.id}`}
      icon={<PlusIcon size={18} aria-hidden="true" />}
      aria-label={t('studio.releaseOf', { name: artist.name })}
    >
      {t('studio.newRelease')}
    </ButtonLink>
  )
  return (
    <>
      <header className="mb-9 flex flex-wrap items-center gap-x-6 gap-y-5">
        <Cover
          src={artist.artworkUrl}
          alt=""
          seed={artist.id}
          shape="round"
          sizes="144px"
          isEager
          className="size-24 shrink-0 md:size-36"
        />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="title-great line-clamp-3">{artist.name}</h1>
          <p className="mt-1.5 font-semi text-ink-2">
            {formatReleaseCount(albums.length)} · {t('studio.fromListeners', { sats: formatSats(artist.msatTotal) })}
          </p>
          {artist.bio && <p className="mt-2 line-clamp-3 max-w-[64ch] text-ink-2">{artist.bio}</p>}
        </div>
        <div className="flex flex-wrap gap-2.5 max-md:w-full">
          {edits && (
            <ButtonLink
              to={`/studio/edit/artist/${artist.id}`}
              kind="quiet"
              icon={<EditIcon size={17} aria-hidden="true" />}
            >
              {t('studio.edit')}
            </ButtonLink>
          )}
          <ArtistLinks artist={artist} />
          {edits && albums.length > 0 && (
            <>
              <ButtonLink to={`/studio/table/${artist.id}`} kind="quiet">
                {t('table.open')}
              </ButtonLink>
              {begin}
            </>
          )}
        </div>
      </header>
      <RoleContext value={artist.role}>
        <NewFeedNote kind="artist" of={artist} />
      </RoleContext>
      {edits ? (
        <Releases artist={artist} albums={albums} begin={begin} />
      ) : (
        <RoleNote role={artist.role} analyticsHref={`/studio/analytics?artist=${artist.id}`} />
      )}
    </>
  )
}

function ArtistLinks({ artist: { id, artistUrl, role } }: { artist: OwnArtist }) {
  return (
    <>
      {may(role, 'team') && (
        <ButtonLink to={`/studio/team/${id}`} kind="quiet">
          {t('team.title')}
        </ButtonLink>
      )}
      <ButtonLink to={`/artist/${encodeURIComponent(artistUrl)}`} kind="quiet">
        {t('studio.seePublic')}
      </ButtonLink>
      {may(role, 'money') && (
        <ButtonLink to={chatHref(artistUrl)} kind="quiet">
          {t('room.title')}
        </ButtonLink>
      )}
    </>
  )
}

function Releases({ artist, albums, begin }: { artist: OwnArtist; albums: OwnAlbum[]; begin: ReactNode }) {
  return (
    <>
      <h2 className="mb-2 text-xl">{t('studio.releases')}</h2>
      {albums.length > 0 ? (
        <AlbumTable albums={albums} />
      ) : (
        <EmptyState sentence={t('studio.artistNoRelease', { name: artist.name })} action={begin} />
      )}
      <Appearances artistId={artist.id} />
    </>
  )
}
