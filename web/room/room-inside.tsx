/** A live chat after hydration: the conversation, how to open the chat, or a note that there is none. */
import { artistHref } from '#web/player/state/playables.ts'
import { useAccount } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { OpenRoom } from './open-room.tsx'
import type { RoomArtist } from './room-artist.ts'
import { RoomSkeleton } from './room-skeleton.tsx'
import { RoomTalk } from './room-talk.tsx'

export function RoomInside({ artist }: { artist: RoomArtist }) {
  const { data: account, isLoading } = useAccount()
  const { room, name } = artist
  const isOwner = account?.id === artist.userId
  if (room !== null) return <RoomTalk key={room.id} artist={artist} room={room} account={account} isOwner={isOwner} />
  if (isLoading) return <RoomSkeleton />
  if (account && isOwner) return <OpenRoom artist={artist} account={account} />
  return (
    <EmptyState
      sentence={t('room.none', { artist: name })}
      action={
        <ButtonLink kind="quiet" to={artistHref(artist.artistUrl)}>
          {t('room.toArtist', { artist: name })}
        </ButtonLink>
      }
    />
  )
}
