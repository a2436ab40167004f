/** Publishes several tracks or episodes one after the other: every day, week or fortnight. The dates are shown before. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { publishOnDates } from '#contract/catalog/publish.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { toLocalInput } from '#web/studio/forms/local-time.ts'
import { ZoneField } from '#web/studio/forms/zone-field.tsx'
import type { AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { datesOfSeries, type Rhythm, RHYTHMS } from '#web/studio/publishing/series.ts'
import { refreshParent } from '#web/studio/publishing/refresh-parent.ts'

const RHYTHM_WORDS: Record<Rhythm, TranslationKey> = {
  daily: 'studio.seriesDaily',
  weekly: 'studio.seriesWeekly',
  fortnightly: 'studio.seriesFortnightly',
}
const MORNING = 7

export function SeriesDialog({
  parent,
  audioItems,
  onClose,
  onDone,
}: {
  parent: AudioParent
  audioItems: readonly AudioItem[]
  onClose: () => void
  onDone: () => void
}) {
  const inOrder = audioItems.toSorted((one, other) => one.order - other.order)
  const [first, setFirst] = useState(() => toLocalInput(tomorrowMorning()))
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [rhythm, setRhythm] = useState<Rhythm>('weekly')
  const dates = datesOfSeries(first, zone, rhythm, inOrder.length)
  const change = useSeries(parent, () => {
    showToast(t('studio.seriesDone', { count: inOrder.length }))
    onDone()
  })
  const send = () => {
    if (dates === null) return
    change.mutate(inOrder.map(({ id }, index) => ({ contentId: id, publishedAt: dates[index]! })))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('studio.seriesTitle', { count: inOrder.length })}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-5">
        <Field
          type="datetime-local"
          label={t('studio.seriesFirst')}
          value={first}
          error={dates === null ? t('studio.publishWhenMissing') : undefined}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <RhythmField rhythm={rhythm} onChange={setRhythm} />
        <ZoneField zone={zone} onChange={setZone} />
      </div>
      {dates !== null && <Dates audioItems={inOrder} dates={dates} zone={zone} />}
      {change.error && <Alert className="mt-4">{describeFailure(change.error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button isWaiting={change.isPending} disabled={dates === null} onClick={send}>
          {t('studio.publishSchedule')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

function RhythmField({ rhythm, onChange }: { rhythm: Rhythm; onChange: (rhythm: Rhythm) => void }) {
  return (
    <SelectField
      label={t('studio.seriesRhythm')}
      value={rhythm}
      onChange={(event) => onChange(RHYTHMS.find((one) => one === event.currentTarget.value) ?? 'weekly')}
    >
      {RHYTHMS.map((one) => (
        <option key={one} value={one}>
          {t(RHYTHM_WORDS[one])}
        </option>
      ))}
    </SelectField>
  )
}

function Dates({
  audioItems,
  dates,
  zone,
}: {
  audioItems: readonly AudioItem[]
  dates: readonly string[]
  zone: string
}) {
  return (
    <ol aria-label={t('studio.seriesDates')} className="mt-5 max-h-64 overflow-y-auto border-t border-line">
      {audioItems.map(({ id, title }, index) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
          <span className="font-medium wrap-anywhere">{title}</span>
          <time dateTime={dates[index]} className="text-ink-2">
            {formatIn(zone, dates[index]!)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function useSeries(parent: AudioParent, onDone: () => void) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (dates: Sent<typeof publishOnDates>['body']['dates']) => {
      const body = { parentId: parent.id, dates }
      return callOnce(body, (options) => call(publishOnDates, { body }, options))
    },
    onSuccess: async () => {
      await refreshParent(queries, parent)
      onDone()
    },
  })
}

function tomorrowMorning(): Date {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(MORNING, 0, 0, 0)
  return at
}

/** 'Fri, 16 Oct 2026, 07:00' on a clock in this zone. */
function formatIn(timeZone: string, iso: string): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  return formatMoment(new Date(iso), { ...day, hour: '2-digit', minute: '2-digit', timeZone })
}
