/** Like and repost buttons with counts, and how to get a key for readers without one. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { countAuthors, draftLike, draftRepost } from '#protocols/nostr/reactions.ts'
import type { Draft } from '#protocols/nostr/release-events.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { describePublishing } from '#web/nostr/own-signer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { HeartIcon, RepeatIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import type { ReactionActions } from './reaction-actions.ts'

type Props = {
  actions: ReactionActions
  likes: readonly NostrEvent[]
  reposts: readonly NostrEvent[]
  commentCount: number
}

export function ReactionButtons({ actions, likes, reposts, commentCount }: Props) {
  const { work, relay, own } = actions
  const like = useToggle(actions, likes, () => draftLike(work, relay))
  const repost = useToggle(actions, reposts, () => (work.event === null ? null : draftRepost(work, work.event, relay)))
  const error = like.error ?? repost.error
  const counts = [
    { count: countAuthors(likes), words: (count: number) => t('reactions.likes', { count }) },
    { count: countAuthors(reposts), words: (count: number) => t('reactions.reposts', { count }) },
    { count: commentCount, words: (count: number) => t('reactions.comments', { count }) },
  ].filter(({ count }) => count > 0)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {own.isThere === true && (
          <>
            <Toggle toggle={like} icon={<HeartIcon size={17} className={filled(like.isOn)} aria-hidden="true" />}>
              {t('reactions.like')}
            </Toggle>
            {work.event !== null && (
              <Toggle
                toggle={repost}
                icon={<RepeatIcon size={17} className={tinted(repost.isOn)} aria-hidden="true" />}
              >
                {t('reactions.repost')}
              </Toggle>
            )}
          </>
        )}
        <p role="status" className="text-ink-2">
          {counts.length === 0 ? t('reactions.none') : counts.map(({ count, words }) => words(count)).join(' · ')}
        </p>
      </div>
      {own.isThere === false && <KeyNeeded isSignedIn={own.isSignedIn} />}
      {error !== null && <Problem words={describePublishing(error)} />}
    </div>
  )
}

const tinted = (isOn: boolean) => classNames(isOn && 'text-pink')
const filled = (isOn: boolean) => classNames(isOn && 'fill-current text-pink')

type ToggleState = { isOn: boolean; isPending: boolean; error: Error | null; press: () => void }

function useToggle(actions: ReactionActions, events: readonly NostrEvent[], draft: () => Draft | null): ToggleState {
  const mine = events.filter(({ pubkey }) => actions.own.isOwn(pubkey))
  const change = useMutation({
    mutationFn: async () => {
      const wanted = draft()
      if (mine.length > 0) await actions.remove(mine)
      else if (wanted !== null) await actions.publish(wanted)
    },
  })
  const { isPending, error } = change
  return { isOn: mine.length > 0, isPending, error, press: () => change.mutate() }
}

function Toggle({ toggle, icon, children }: { toggle: ToggleState; icon: ReactNode; children: ReactNode }) {
  return (
    <Button kind="quiet" icon={icon} aria-pressed={toggle.isOn} isWaiting={toggle.isPending} onClick={toggle.press}>
      {children}
    </Button>
  )
}

/** A sentence with a link, in place of the buttons. */
function KeyNeeded({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname, search } = useLocation()
  const login = `/login?next=${encodeURIComponent(pathname + search)}`
  return (
    <p className="text-ink-2">
      {t('reactions.keyNeeded')}{' '}
      <Link
        to={isSignedIn ? '/settings/log-in' : login}
        className="font-semi text-ink underline decoration-1 underline-offset-4"
      >
        {t(isSignedIn ? 'nostr.workSettings' : 'reactions.keyLogin')}
      </Link>
    </p>
  )
}
