/** Makes and changes a smart playlist: rules in rows, and beside them what they find. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { createSmartPlaylist, updateSmartPlaylist } from '#contract/listening/smart-playlists.ts'
import { PLAYLIST_TRACKS_MAX, SMART_RULES_MAX, smartOrders } from '#contract/listening/smart-rules.ts'
import { TITLE_MAX } from '#contract/fields.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { useNavigate, useParams } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { RulesPreview } from './smart/preview.tsx'
import { type Definition, isWhole, newRule, orderNames, type Rule } from './smart/rule-fields.ts'
import { RuleRow } from './smart/rule-row.tsx'

const LIMIT = 50

export function Page() {
  const { smartId: playlistId } = useParams()
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getPlaylist, { params: { playlistId: playlistId ?? '' }, query: {} }),
    enabled: playlistId !== undefined,
  })
  if (playlistId === undefined) return <Editor known={null} />
  if (error !== null || (data !== undefined && data.definition === null)) {
    return (
      <ErrorState
        title={t('failure.title')}
        {...(error !== null && {
          detail: describeFailure(error),
          retryLabel: t('failure.retry'),
          onRetry: () => void refetch(),
        })}
      />
    )
  }
  if (data === undefined || data.definition === null) return <PageSkeleton label={t('common.loading')} />
  return <Editor known={{ id: playlistId, title: data.title, definition: data.definition }} />
}

type Known = { id: string; title: string; definition: Definition }
/** Rules keep their keys while others are removed, so that the focus stays. */
type Row = { key: number; rule: Rule }

function Editor({ known }: { known: Known | null }) {
  const [title, setTitle] = useState(known?.title ?? '')
  const [settings, setSettings] = useState<Omit<Definition, 'rules'>>(
    known?.definition ?? { match: 'all', order: 'newest', limit: LIMIT },
  )
  const [rows, setRows] = useState<Row[]>(() =>
    (known?.definition.rules ?? [newRule('genre')]).map((rule, key) => ({ key, rule })),
  )
  const [showsErrors, setShowsErrors] = useState(false)
  const { match, order, limit } = settings
  const rules = rows.flatMap(({ rule }) => (isWhole(rule) ? [rule] : []))
  const definition: Definition = { match, rules, order, limit }
  const saving = useSaving(known)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (title.trim() !== '') saving.mutate({ title: title.trim(), definition })
  }
  return (
    <>
      <Head title={t('smart.title')} isHidden />
      <h1 className="title-wide">{t(known === null ? 'smart.new' : 'smart.edit')}</h1>
      <p className="mt-4 max-w-[52ch] text-lg text-ink-2">{t('smart.lead')}</p>
      <div className="mt-8 grid items-start gap-x-[clamp(1.5rem,5vw,5rem)] gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-5">
          {known === null && (
            <Field
              label={t('playlists.name')}
              value={title}
              maxLength={TITLE_MAX}
              autoComplete="off"
              error={showsErrors && title.trim() === '' ? t('playlists.nameMissing') : undefined}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
          <SelectField
            label={t('smart.match')}
            value={match}
            onChange={({ target }) => setSettings({ ...settings, match: target.value === 'any' ? 'any' : 'all' })}
          >
            <option value="all">{t('smart.all')}</option>
            <option value="any">{t('smart.any')}</option>
          </SelectField>
          <RuleRows rows={rows} onChange={setRows} />
          <OrderFields settings={settings} onChange={setSettings} />
          {saving.isError && <Problem words={describeFailure(saving.error)} />}
          <Button type="submit" size="large" isWaiting={saving.isPending} className="self-start">
            {t(known === null ? 'playlists.make' : 'playlists.save')}
          </Button>
        </form>
        <RulesPreview definition={definition} />
      </div>
    </>
  )
}

function RuleRows({ rows, onChange }: { rows: readonly Row[]; onChange: (rows: Row[]) => void }) {
  const addButton = useRef<HTMLButtonElement>(null)
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1
  return (
    <div>
      {rows.map(({ key, rule }, index) => (
        <RuleRow
          key={key}
          rule={rule}
          number={index + 1}
          onChange={(next) => onChange(rows.map((row) => (row.key === key ? { key, rule: next } : row)))}
          onRemove={() => {
            onChange(rows.filter((row) => row.key !== key))
            addButton.current?.focus()
          }}
        />
      ))}
      <div className="border-t border-line pt-4">
        <Button
          ref={addButton}
          kind="outline"
          disabled={rows.length >= SMART_RULES_MAX}
          onClick={() => onChange([...rows, { key: nextKey, rule: newRule('genre') }])}
        >
          {t('smart.addRule')}
        </Button>
      </div>
    </div>
  )
}

type Settings = Omit<Definition, 'rules'>

function OrderFields({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) {
  const { order, limit } = settings
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] items-end gap-4">
      <SelectField
        label={t('smart.order')}
        value={order}
        onChange={({ target }) =>
          onChange({ ...settings, order: smartOrders.find((one) => one === target.value) ?? 'newest' })
        }
      >
        {smartOrders.map((one) => (
          <option key={one} value={one}>
            {t(orderNames[one])}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('smart.limit', { max: PLAYLIST_TRACKS_MAX })}
        type="number"
        inputMode="numeric"
        min={1}
        max={PLAYLIST_TRACKS_MAX}
        value={limit}
        onChange={({ target }) => {
          const number = Number.parseInt(target.value, 10)
          onChange({
            ...settings,
            limit: Math.min(PLAYLIST_TRACKS_MAX, Math.max(1, Number.isNaN(number) ? 1 : number)),
          })
        }}
      />
    </div>
  )
}

function useSaving(known: Known | null) {
  const { call } = useSite()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: ({ title, definition }: { title: string; definition: Definition }) => {
      if (known !== null) {
        return call(updateSmartPlaylist, { params: { playlistId: known.id }, body: { definition } })
      }
      const body = { title, definition }
      return callOnce(body, (options) => call(createSmartPlaylist, { body }, options))
    },
    onSuccess: async ({ id }) => {
      await Promise.all([getPlaylist, listOwnPlaylists].map((one) => refresh(one)))
      await navigate(`/playlist/${id}`)
    },
  })
}
