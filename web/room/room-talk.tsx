/** The conversation in a live chat: messages with the newest at the end, and the form to write. Everything goes through
 * the relays; the server only runs its own relay. What is shown to whom is lines.ts. */
import { useMemo, type RefObject } from 'react'
import type { Channel } from '#protocols/nostr/channel.ts'
import { type Face, useFaces } from '#web/nostr/faces.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import type { Account } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { useDesk } from './desk.ts'
import { useFollowing } from './following.ts'
import { CloseRoom, NewName } from './host-tools.tsx'
import { viewRoom, type Line } from './lines.ts'
import { MutedPeople } from './muted-people.tsx'
import { nowInSeconds } from './own-voice.ts'
import type { RoomArtist } from './room-artist.ts'
import { useRoomEvents, type RoomEvents } from './room-events.ts'
import { RoomLine, type LineParts } from './room-line.tsx'
import { SkeletonLines } from './room-skeleton.tsx'
import { WritePlace } from './write-place.tsx'

type TalkProps = { artist: RoomArtist; room: Channel; account: Account | undefined; isOwner: boolean }

export function RoomTalk({ artist, room, account, isOwner }: TalkProps) {
  const keyList = (account?.nostrProfileData ?? []).map(({ publicHex }) => publicHex).join(' ')
  const ownKeys = useMemo(() => (keyList === '' ? [] : keyList.split(' ')), [keyList])
  const heard = useRoomEvents(room, ownKeys)
  const { events, isLoading, isCutOff } = heard
  const view = useMemo(() => viewRoom({ room, events, ownKeys, nowSeconds: nowInSeconds() }), [room, events, ownKeys])
  const { lines, own } = view
  const people = [...lines.map(({ message }) => message.pubkey), ...own.muted.keys()]
  const faceOf = useRoomFaces(heard, { artist, room }, people)
  const desk = useDesk({ room, ownKeys, heard, view })
  const { panel, isBehind, follow, onScroll } = useFollowing(isLoading ? undefined : lines.at(-1)?.message.id)
  return (
    <>
      {isOwner && ownKeys.includes(room.pubkey) && <NewName artist={artist} room={room} heard={heard} />}
      <div className="relative rounded-bar border border-line bg-highlight">
        <Log panel={panel} onScroll={onScroll} heard={heard} lines={lines} desk={desk} faceOf={faceOf} />
        {isBehind && (
          <div className="pointer-events-none absolute inset-x-0 z-10 flex -translate-y-12 justify-center">
            <Button size="small" className="pointer-events-auto shadow-float" onClick={follow}>
              {t('room.newest')}
            </Button>
          </div>
        )}
        <div className="flex flex-col gap-3 border-t border-line p-4 md:px-5">
          {isCutOff && !isLoading && <Problem words={t('nostr.noRelay')} />}
          {desk.error !== null && <Problem words={describePublishing(desk.error)} />}
          <WritePlace account={account} desk={desk} faceOf={faceOf} onSaid={follow} />
        </div>
      </div>
      <MutedPeople muted={[...own.muted.keys()]} desk={desk} faceOf={faceOf} />
      {isOwner && <CloseRoom artistId={artist.id} />}
    </>
  )
}

type LogProps = Omit<LineParts, 'line'> & {
  panel: RefObject<HTMLDivElement | null>
  onScroll: () => void
  heard: RoomEvents
  lines: readonly Line[]
}

/** Focusable, so that it can be scrolled with the keyboard. */
function Log({ panel, onScroll, heard: { older, isLoading, isCutOff }, lines, ...parts }: LogProps) {
  const isEmpty = lines.length === 0
  return (
    <div
      ref={panel}
      role="log"
      aria-label={t('room.log')}
      tabIndex={0}
      onScroll={onScroll}
      className="flex max-h-[50dvh] min-h-48 flex-col overflow-y-auto overscroll-contain rounded-t-bar px-4 py-3 md:max-h-[58dvh] md:px-5"
    >
      {older.error !== null && <Problem words={describePublishing(older.error)} />}
      {older.isOffered && (
        <div className="flex justify-center py-2">
          <Button kind="quiet" size="small" isWaiting={older.isPending} onClick={older.load}>
            {t('messages.older')}
          </Button>
        </div>
      )}
      {isLoading && !isCutOff && <SkeletonLines />}
      {!isLoading && isEmpty && <EmptyState sentence={t('room.empty')} />}
      {isLoading && isCutOff && <Problem words={t('nostr.noRelay')} />}
      {!isLoading && !isEmpty && (
        <ol className="mt-auto">
          {lines.map((line) => (
            <RoomLine key={line.message.id} line={line} {...parts} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** The chat's owner is shown with the artist's name, whatever their nostr profile says. */
function useRoomFaces(
  { pool }: RoomEvents,
  { artist, room }: { artist: RoomArtist; room: Channel },
  pubkeys: readonly string[],
): (pubkey: string) => Face {
  const faceOf = useFaces(pool, pubkeys)
  const known = { name: artist.name, picture: artist.artworkUrl, seed: artist.id }
  return (pubkey) => (pubkey === room.pubkey ? { ...faceOf(pubkey), ...known } : faceOf(pubkey))
}
