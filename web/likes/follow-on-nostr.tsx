/** Follows somebody on nostr, in the follow list of the user's own key (kind 3). Notifications of new releases are
 * follow-button.tsx; this list is public, belongs to the key and is the same in every app. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftFollows, listFollowed } from '#protocols/nostr/follow-list.ts'
import { parsePublicKey } from '#protocols/nostr/keys.ts'
import { FOLLOWS_KIND } from '#protocols/nostr/kinds.ts'
import type { Account } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink, type ButtonSize } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CheckIcon, PlusIcon } from '#web/ui/icon.tsx'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { followsQuery } from '#web/nostr/follows-query.ts'
import { findKeyOfName } from '#web/nostr/key-of-name.ts'
import { chooseOwnKey } from '#web/nostr/own-key.ts'
import { changeOwnList, NoOwnList } from '#web/nostr/own-list.ts'
import { findOwnRelays } from '#web/nostr/own-relays.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'

/** A user of this server, or a public key in any notation. */
export type Whom = { username: string } | { key: string }

type Props = { account: Account; whom: Whom; name: string; size: ButtonSize }

export function FollowOnNostr({ account, whom, name, size }: Props) {
  const own = chooseOwnKey(account) ?? ''
  const { data: pubkey = null } = useQuery({
    queryKey: ['nostr-key-of', whom],
    queryFn: () => ('key' in whom ? parsePublicKey(whom.key) : findKeyOfName(whom.username)),
    retry: false,
  })
  const isOwn = account.nostrProfileData.some(({ publicHex }) => publicHex === pubkey)
  return pubkey === null || isOwn ? null : <Switch own={own} pubkey={pubkey} name={name} size={size} />
}

type SwitchProps = { own: string; pubkey: string; name: string; size: ButtonSize }

function Switch({ own, pubkey, name, size }: SwitchProps) {
  const { list, change, isAsking, setIsAsking } = useFollows(own, pubkey, name)
  const isFollowed = listFollowed(list ?? null).includes(pubkey)
  return (
    <>
      <Button
        kind="outline"
        size={size}
        icon={isFollowed ? <CheckIcon size={16} aria-hidden="true" /> : <PlusIcon size={16} aria-hidden="true" />}
        aria-label={t(isFollowed ? 'follows.followingName' : 'follows.followName', { name })}
        isWaiting={change.isPending}
        onClick={() => change.mutate({ isFollowed: !isFollowed, mayBegin: false })}
      >
        {t(isFollowed ? 'follows.following' : 'follows.follow')}
      </Button>
      {isAsking && (
        <BeginDialog
          onBegin={() => change.mutate({ isFollowed: true, mayBegin: true })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

type FollowChange = { isFollowed: boolean; mayBegin: boolean }

function useFollows(own: string, pubkey: string, name: string) {
  const site = useSite()
  const [isAsking, setIsAsking] = useState(false)
  const { data: list } = useQuery(followsQuery(site, own))
  const change = useMutation({
    // One after the other, so that no change starts from a list that another change has just replaced.
    scope: { id: 'nostr-follows' },
    mutationFn: async ({ isFollowed, mayBegin }: FollowChange) => {
      const relays = await findOwnRelays(site, own)
      const ownList = { kind: FOLLOWS_KIND, pubkey: own, relays, mayBegin: mayBegin || !isFollowed }
      return changeOwnList(ownList, (newest, nowSeconds) => draftFollows(newest, { pubkey, isFollowed }, nowSeconds))
    },
    onMutate: () => setIsAsking(false),
    onSuccess: (event, { isFollowed }) => {
      site.queries.setQueryData(followsQuery(site, own).queryKey, event)
      showToast(t(isFollowed ? 'follows.followed' : 'follows.unfollowed', { name }))
    },
    onError: (error) => {
      const reason = error instanceof NoOwnList ? error.reason : null
      if (reason === 'absent') setIsAsking(true)
      else showErrorToast(reason === 'unknown' ? t('follows.unknown') : describePublishing(error))
    },
  })
  return { list, change, isAsking, setIsAsking }
}

/** If the user has a list on a relay that was not queried, a new first list would replace it. */
function BeginDialog({ onBegin, onClose }: { onBegin: () => void; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={t('follows.beginAsk')} closeLabel={t('common.close')}>
      <p className="text-ink-2">{t('follows.beginNote')}</p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button onClick={onBegin}>{t('follows.begin')}</Button>
        <ButtonLink kind="quiet" to="/settings/profile">
          {t('follows.toRelays')}
        </ButtonLink>
      </div>
    </Dialog>
  )
}
