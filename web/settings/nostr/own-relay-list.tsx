/** The user's relays as a form: what each is used for, adding and removing, and publishing them as relay lists (kinds
 * 10002 and 10050) for other apps. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { MESSAGE_RELAYS_KIND, RELAY_LIST_KIND } from '#protocols/nostr/kinds.ts'
import { draftMessageRelays, draftRelayList, RELAYS_MAX } from '#protocols/nostr/relay-list.ts'
import { changeOwnList, NoOwnList, readOwnList } from '#web/nostr/own-list.ts'
import { findOwnRelays, ownRelaysKey } from '#web/nostr/own-relays.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import { relaysOf } from '#web/nostr/relay-addresses.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { DeleteIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { Lines } from '#web/settings/panel.tsx'
import { isMailChanged, isUsesChanged, mailIn, rowOf, rowsOf, usesIn } from './relay-rows.ts'
import type { RelayLists, RelayRow } from './relay-rows.ts'

/** Another app has changed the list since it was loaded. */
class ListChanged extends Error {
  override name = 'ListChanged'
}

export function OwnRelayList({ own }: { own: string }) {
  const site = useSite()
  const publishing = usePublishing(own)
  const { data, error, refetch, isFetching } = useQuery<RelayLists>({
    queryKey: listsKey(own),
    queryFn: async () => {
      const relays = await findOwnRelays(site, own)
      const [uses, messages] = await Promise.all(
        [RELAY_LIST_KIND, MESSAGE_RELAYS_KIND].map((kind) => readOwnList({ kind, pubkey: own, relays })),
      )
      return { uses: uses ?? null, messages: messages ?? null }
    },
    // Always refetched, to show changes made by other apps.
    staleTime: 0,
    retry: false,
  })
  if (data) return <Form key={`${data.uses?.id} ${data.messages?.id}`} lists={data} publishing={publishing} />
  if (error === null || isFetching) return <Skeleton className="h-14" />
  return (
    <div className="flex flex-col items-start gap-3">
      <Problem words={describe(error)} />
      <Button kind="quiet" size="small" onClick={() => void refetch()}>
        {t('failure.retry')}
      </Button>
    </div>
  )
}

const listsKey = (own: string): readonly unknown[] => ['nostr-relay-lists', own]

function describe(error: unknown): string {
  if (error instanceof ListChanged) return t('relays.changed')
  return error instanceof NoOwnList ? t('relays.unknown') : describePublishing(error)
}

type FormProps = { lists: RelayLists; publishing: ReturnType<typeof usePublishing> }

function Form({ lists, publishing }: FormProps) {
  const settings = useSettings()
  const [rows, setRows] = useState(() => rowsOf(lists, relaysOf(settings)))
  const isNew = lists.uses === null && lists.messages === null
  const isChanged = isUsesChanged(lists, rows) || isMailChanged(lists, rows)
  const change = (address: string, part: Partial<RelayRow>) =>
    setRows((before) => before.map((row) => (row.address === address ? { ...row, ...part } : row)))
  const remove = (address: string) => setRows((before) => before.filter((row) => row.address !== address))
  return (
    <>
      {isNew && <p className="text-sm text-ink-2">{t('relays.none')}</p>}
      {rows.length > 0 && (
        <Lines label={t('relays.title')}>
          {rows.map((row) => (
            <Row
              key={row.address}
              row={row}
              onChange={(part) => change(row.address, part)}
              onRemove={() => remove(row.address)}
            />
          ))}
        </Lines>
      )}
      {rows.length < RELAYS_MAX && <AddForm rows={rows} onAdd={(row) => setRows((before) => [...before, row])} />}
      {settings.publicRelays.length === 0 && <p className="text-sm text-ink-2">{t('relays.ownOnly')}</p>}
      {publishing.isError && <Problem words={describe(publishing.error)} />}
      <Button
        className="self-start"
        isWaiting={publishing.isPending}
        disabled={!isChanged}
        onClick={() => publishing.mutate({ lists, rows })}
      >
        {t('relays.publish')}
      </Button>
    </>
  )
}

const PURPOSES: { name: 'isRead' | 'isWrite' | 'isForMessages'; label: TranslationKey }[] = [
  { name: 'isRead', label: 'relays.read' },
  { name: 'isWrite', label: 'relays.write' },
  { name: 'isForMessages', label: 'relays.messages' },
]

type RowProps = { row: RelayRow; onChange: (part: Partial<RelayRow>) => void; onRemove: () => void }

function Row({ row, onChange, onRemove }: RowProps) {
  const name = nameRelay(row.address)
  return (
    <li className="flex items-center gap-3 py-3">
      <fieldset className="min-w-0 flex-1">
        <legend className="font-semi wrap-anywhere">{name}</legend>
        <div className="mt-1 flex flex-wrap gap-x-5">
          {PURPOSES.map(({ name: purpose, label }) => (
            <label key={purpose} className="flex min-h-9 cursor-pointer items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-[18px] accent-purple"
                checked={row[purpose]}
                onChange={(event) => onChange({ [purpose]: event.target.checked })}
              />
              {t(label)}
            </label>
          ))}
        </div>
      </fieldset>
      <IconButton label={t('relays.remove', { relay: name })} onClick={onRemove}>
        <DeleteIcon size={19} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** Without the common prefix and the trailing slash. */
const nameRelay = (address: string): string => address.replace(/^wss?:\/\//, '').replace(/\/$/, '')

function AddForm({ rows, onAdd }: { rows: readonly RelayRow[]; onAdd: (row: RelayRow) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const row = rowOf(/^\w+:\/\//.test(text.trim()) ? text : `wss://${text.trim()}`)
    const isKnown = rows.some(({ address }) => address === row?.address)
    if (row === null) return setProblem(t('relays.invalid'))
    if (isKnown) return setProblem(t('relays.known'))
    setProblem(undefined)
    setText('')
    onAdd(row)
  }
  return (
    <form noValidate onSubmit={add} className="flex items-start gap-2.5 max-sm:flex-col max-sm:items-stretch">
      <Field
        className="flex-1"
        label={t('relays.address')}
        isLabelHidden
        placeholder="wss://"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" kind="quiet" className="min-h-12">
        {t('relays.add')}
      </Button>
    </form>
  )
}

/** Only the lists that have changed are signed. */
function usePublishing(own: string) {
  const site = useSite()
  const { queries } = site
  return useMutation({
    mutationFn: async ({ lists, rows }: { lists: RelayLists; rows: readonly RelayRow[] }) => {
      const relays = await findOwnRelays(site, own)
      const change = (kind: number, shown: NostrEvent | null, write: Draft) =>
        changeOwnList({ kind, pubkey: own, relays, mayBegin: true }, (newest, nowSeconds) => {
          if (newest?.id !== shown?.id) throw new ListChanged('Another app has changed the list in the meantime')
          return write(newest, nowSeconds)
        })
      const { uses, messages } = lists
      if (isUsesChanged(lists, rows)) {
        await change(RELAY_LIST_KIND, uses, (newest, now) => draftRelayList(newest, usesIn(rows), now))
      }
      if (isMailChanged(lists, rows)) {
        await change(MESSAGE_RELAYS_KIND, messages, (newest, now) => draftMessageRelays(newest, mailIn(rows), now))
      }
    },
    onSuccess: () => showToast(t('relays.published')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: listsKey(own) }),
        queries.invalidateQueries({ queryKey: ownRelaysKey(own) }),
      ]),
  })
}

type Draft = (newest: NostrEvent | null, nowSeconds: number) => UnsignedEvent
