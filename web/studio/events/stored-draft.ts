/** What is typed into the form of an event, kept until it is saved, and how it differs from what is saved. */
import { useEffect } from 'react'
import { useDraft } from '#web/session/drafts.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { EventDraft, TierDraft } from './event-fields.ts'

/** `revision` is the one that was changed; null for a new event. */
type Stored = { draft: EventDraft; revision: string | null }

export type StoredDraft = {
  draft: EventDraft
  isChanged: boolean
  /** The event was changed elsewhere since. */
  isOutdated: boolean
  change: (changes: Partial<EventDraft>) => void
  drop: () => void
}

/** `name` is the event, or the artist of a new one. */
export function useStoredDraft(name: string, saved: EventDraft, revision: string | null): StoredDraft {
  const { value: stored, change, reset } = useDraft<Stored | null>(`event of ${name}`, null)
  const base = stored !== null && differencesOf(stored.draft, saved).length > 0 ? stored : null
  const isSame = stored !== null && base === null
  useEffect(() => {
    if (isSame) reset()
  })
  return {
    draft: base?.draft ?? saved,
    isChanged: base !== null,
    isOutdated: base !== null && base.revision !== revision,
    change: (changes) =>
      change({
        draft: { ...(base?.draft ?? saved), ...changes },
        revision: base === null ? revision : base.revision,
      }),
    drop: reset,
  }
}

const FIELDS: readonly [Exclude<keyof EventDraft, 'tiers'>, TranslationKey][] = [
  ['artistId', 'studio.artist'],
  ['name', 'events.name'],
  ['begins', 'events.begins'],
  ['ends', 'events.ends'],
  ['place', 'events.place'],
  ['city', 'events.city'],
  ['description', 'events.about'],
  ['mapUrl', 'events.mapLink'],
  ['timeZone', 'events.timeZone'],
  ['saleFrom', 'events.saleBegins'],
  ['saleUntil', 'events.saleEnds'],
  ['personMax', 'events.personMax'],
]

/** The fields that differ, and what is saved in them. */
export function differencesOf(draft: EventDraft, saved: EventDraft): { label: TranslationKey; saved: string }[] {
  const [mine, theirs] = [draft, saved].map(({ tiers }) => tiers.map(describeTier).join(', '))
  return [
    ...FIELDS.flatMap(([field, label]) => (draft[field] === saved[field] ? [] : { label, saved: saved[field] })),
    ...(mine === theirs ? [] : [{ label: 'events.tickets' as const, saved: theirs ?? '' }]),
  ]
}

const describeTier = ({ name, seats, price, currency }: TierDraft) =>
  `${name} (${seats} × ${price} ${t(currency === 'usd' ? 'events.inUsd' : 'events.inSats')})`
