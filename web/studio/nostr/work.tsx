/** Shows what the relays currently have of a release, podcast or event, for one of the user's keys. Publishing and removing
 * it is statuses.tsx. */
import { useState } from 'react'
import { readStoredKey } from '#web/nostr/stored-key.ts'
import { shortenNpub } from '#web/nostr/authors.ts'
import type { Account } from '#web/session/account.ts'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { NostrContent, NostrWork as Work } from './content.ts'
import { useEventStandings } from './event-standings.ts'
import type { WorkThere } from './own-events.ts'
import { NostrShell } from './shell.tsx'
import { useNostrStandings } from './standings.ts'
import { EventStatuses } from './statuses.tsx'

type Shown = { isPublic: boolean; pubkey: string; keys: readonly string[]; onSelect: (pubkey: string) => void }

export function NostrWork({
  content,
  account,
  isPublic,
}: {
  content: NostrContent
  account: Account
  isPublic: boolean
}) {
  const keys = account.nostrProfileData.map(({ publicHex }) => publicHex)
  const [selected, setSelected] = useState(() => readStoredKey()?.pubkey ?? '')
  const pubkey = keys.find((key) => key === selected) ?? keys[0] ?? ''
  const shown = { isPublic, pubkey, keys, onSelect: setSelected }
  return content.kind === 'event' ? (
    <EventBox content={content} shown={shown} />
  ) : (
    <WorkBox content={content} shown={shown} />
  )
}

function WorkBox({ content, shown }: { content: Work; shown: Shown }) {
  const there = useNostrStandings(content, shown.pubkey, shown.isPublic)
  return <Standings {...shown} there={there} note={shown.isPublic ? 'nostr.workNote' : 'nostr.workHidden'} />
}

function EventBox({ content, shown }: { content: Extract<NostrContent, { kind: 'event' }>; shown: Shown }) {
  const there = useEventStandings(content.concert, shown.pubkey, shown.isPublic)
  return <Standings {...shown} there={there} note={shown.isPublic ? 'nostr.eventNote' : 'nostr.eventHidden'} />
}

function Standings({
  there,
  note,
  isPublic,
  pubkey,
  keys,
  onSelect,
}: Shown & { there: WorkThere; note: TranslationKey }) {
  const { standings } = there
  // For hidden content, the box is shown only once events of it are found on nostr.
  const isAnything = standings !== null && (standings.all.some(({ event }) => event) || standings.obsolete.length > 0)
  if (!isPublic && !isAnything) return null
  return (
    <NostrShell>
      <p className="text-sm text-ink-2">{t(note)}</p>
      {keys.length > 1 && (
        <SelectField label={t('nostr.workKey')} value={pubkey} onChange={({ target }) => onSelect(target.value)}>
          {keys.map((key) => (
            <option key={key} value={key}>
              {shortenNpub(key)}
            </option>
          ))}
        </SelectField>
      )}
      <EventStatuses key={pubkey} there={there} pubkey={pubkey} />
    </NostrShell>
  )
}
