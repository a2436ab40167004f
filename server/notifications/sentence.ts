/** A notification as one sentence in the user's language, for push messages.
 * The texts of the list behind the bell are in web/words. */
import type { Language } from '#contract/languages.ts'
import { formatSats, singularSat } from '#contract/money.ts'
import { sayAction } from '#contract/accounts/proof-words.ts'
import type { ProofAction } from '#contract/accounts/proofs.ts'
import type { Kind } from './kinds.ts'
import type { Shown } from './list.ts'
import { type SentenceKey, sentences } from './sentence-words.ts'

export function sayNotification(shown: Shown, language: Language): string {
  if (shown.kind === 'announcement' && shown.title !== null) return shown.title
  if (shown.kind === 'guarded-action' && shown.reason !== null) {
    const sats = shown.msatAmount === null ? null : formatSats(Number(shown.msatAmount), language)
    return sayAction({ action: shown.reason as ProofAction, label: cut(shown.comment), sats }, language)
  }
  const words = sentences[language]
  const values: Record<string, string> = {
    who: (shown.actorName ?? words.somebody).slice(0, 80),
    what:
      shown.contentTitle === null ? words.something : words.quoted.replace('{title}', () => cut(shown.contentTitle)),
    sats: formatSats(Number(shown.msatAmount ?? 0n), language),
    count: new Intl.NumberFormat(language).format(shown.count),
  }
  return singularSat(words[keyOf(shown)].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole))
}

const SEVERAL: Partial<Record<Kind, SentenceKey>> = {
  'zap-received': 'zap-received-many',
  'address-received': 'address-received-many',
}

function keyOf({ kind, count, reason }: Shown): SentenceKey {
  if (kind === 'takedown' && reason === 'undone') return 'takedown-undone'
  return (count === 1 ? undefined : SEVERAL[kind]) ?? kind
}

const cut = (title: string | null): string => (title ?? '').slice(0, 80)
