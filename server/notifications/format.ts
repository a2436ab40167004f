/** A notification as one sentence in the user's language, for push messages.
 * The list behind the bell has its own texts (web/notifications/notification-texts.ts). */
import type { Language } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import { formatAction } from '#contract/accounts/proof-texts.ts'
import type { ProofAction } from '#contract/accounts/needed-proof.ts'
import { textIn } from '#server/platform/texts.ts'
import type { Kind } from './kinds.ts'
import type { Shown } from './list.ts'

export function formatNotification(shown: Shown, language: Language): string {
  if (shown.kind === 'announcement' && shown.title !== null) return shown.title
  if (shown.kind === 'guarded-action' && shown.reason !== null) {
    const sats = shown.msatAmount === null ? null : formatSats(Number(shown.msatAmount), language)
    const action = textIn(language, `proofAction.${shown.reason as ProofAction}`)
    return formatAction(action, { label: cut(shown.comment), sats })
  }
  const key = keyOf(shown)
  return textIn(language, `push.${key}`, {
    who: (shown.actorName ?? textIn(language, 'push.part.somebody')).slice(0, 80),
    what:
      shown.contentTitle === null
        ? textIn(language, 'push.part.something')
        : textIn(language, 'push.part.quoted', { title: cut(shown.contentTitle) }),
    sats: formatSats(Number(shown.msatAmount ?? 0n), language),
    // “… and 3 others”
    count: key === 'follower-many' ? shown.count - 1 : shown.count,
  })
}

type SentenceKey =
  | Kind
  | 'zap-received-many'
  | 'zap-received-unnamed'
  | 'address-received-many'
  | 'genre-news-many'
  | 'takedown-undone'
  | 'follower-unnamed'
  | 'follower-many'
  | 'ticket-sold-free'

const SEVERAL: Partial<Record<Kind, SentenceKey>> = {
  'zap-received': 'zap-received-many',
  'address-received': 'address-received-many',
  'genre-news': 'genre-news-many',
  follower: 'follower-many',
}

function keyOf({ kind, count, reason, actorName, msatAmount }: Shown): SentenceKey {
  if (kind === 'zap-received' && count === 1 && actorName === null) return 'zap-received-unnamed'
  if (kind === 'follower' && actorName === null) return 'follower-unnamed'
  if (kind === 'ticket-sold' && !msatAmount) return 'ticket-sold-free'
  if (kind === 'takedown' && reason === 'undone') return 'takedown-undone'
  return (count === 1 ? undefined : SEVERAL[kind]) ?? kind
}

const cut = (title: string | null): string => (title ?? '').slice(0, 80)
