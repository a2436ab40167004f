/** The nostr keys the user has blocked from their content, each
 * with an unblock button. Draws nothing when there are none. */
import { useQuery } from '@tanstack/react-query'
import { listBlocked } from '#contract/community/blocks.ts'
import { shortenNpub } from '#web/nostr/authors.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { useChange, useChanges } from './comment-changes.ts'

export function BlockedKeys() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listBlocked, {}), staleTime: 0 })
  const change = useChange()
  const { unblockKey } = useChanges()
  if (!data || data.nostrKeys.length === 0) return null
  return (
    <div className="mt-8">
      <h3 className="font-text font-semi tracking-normal">{t('comments.nostrKeys')}</h3>
      <p className="mb-4 text-ink-2">{t('comments.nostrKeysLead')}</p>
      <ul aria-label={t('comments.nostrKeys')} className="divide-y divide-line border-y border-line">
        {data.nostrKeys.map(({ pubkey, since }) => {
          const name = shortenNpub(pubkey)
          return (
            <li key={pubkey} className="flex items-center gap-3 py-3">
              <Avatar src={null} seed={pubkey} />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semi">{name}</p>
                <p className="text-sm text-ink-2">{t('comments.since', { date: formatDate(since) })}</p>
              </div>
              <Button
                kind="quiet"
                aria-label={t('reactions.letInPerson', { name })}
                disabled={change.isPending}
                onClick={() => change.mutate(unblockKey(pubkey, name))}
              >
                {t('reactions.letIn')}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
