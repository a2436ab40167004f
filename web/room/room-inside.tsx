/** A live chat after hydration: the conversation, how to open the chat, or a note that there is none. */
import { artistHref } from '#web/player/state/playables.ts'
import { useAccount } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { OpenChat } from './open-room.tsx'
import type { ChatArtist } from './room-artist.ts'
import { ChatSkeleton } from './room-skeleton.tsx'
import { ChatThread } from './room-talk.tsx'

export function ChatContent({ artist }: { artist: ChatArtist }) {
  const { data: account, isLoading } = useAccount()
  const { room: chat, name } = artist
  const isOwner = account?.id === artist.userId
  if (chat !== null) return <ChatThread key={chat.id} artist={artist} chat={chat} account={account} isOwner={isOwner} />
  if (isLoading) return <ChatSkeleton />
  if (account && isOwner) return <OpenChat artist={artist} account={account} />
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
