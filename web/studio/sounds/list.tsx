/** Tracks or episodes in order, each with its state, a checkbox and a link to its own page.
 * Files not sent yet are prepared-list.tsx; uploads in progress are uploads/line.tsx. */
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { MenuEntry } from '#web/ui/overlays/menu.tsx'
import { ChooseAgain, wordCutOff } from './cut-off.tsx'
import { OrderList } from '#web/studio/editors/order-list.tsx'
import { LineBody, Trouble } from '#web/studio/uploads/line-parts.tsx'
import { formatLocalTime } from '#web/studio/forms/local-time.ts'
import { statusOf } from '#web/studio/publishing/status.ts'
import type { Line } from './lines.ts'
import { SoundMenu } from './menu.tsx'
import { arrivedPart, editPathOf, soundState, type Arrival, type Sound } from '#web/studio/uploads/sounds.ts'
import { UploadLine } from '#web/studio/uploads/line.tsx'
import type { SoundParent } from '#web/studio/uploads/upload.ts'

export type Choice = { chosen: ReadonlySet<string>; toggle: (id: string) => void }

export function SoundList({
  parent,
  label,
  lines,
  isParentOut,
  choice,
  canOrder,
  onOrder,
}: {
  parent: SoundParent
  label: string
  lines: Line[]
  isParentOut: boolean
  choice: Choice
  canOrder: boolean
  onOrder: (ids: string[]) => Promise<unknown>
}) {
  const row = (line: Line) => <Row parent={parent} line={line} isParentOut={isParentOut} choice={choice} />
  const menu = ({ sound }: Line, moves: MenuEntry[] = []) =>
    sound && <SoundMenu parent={parent} sound={sound} isParentOut={isParentOut} moves={moves} />
  if (canOrder) {
    return (
      <OrderList
        items={lines}
        label={label}
        onOrder={onOrder}
        menu={menu}
        rowClassName="flex min-h-16 flex-wrap items-center gap-1 border-b border-line py-1.5 md:gap-2"
      >
        {row}
      </OrderList>
    )
  }
  return (
    <ol aria-label={label} className="border-t border-line">
      {lines.map((line) => (
        <li key={line.id} className="flex min-h-16 flex-wrap items-center gap-1 border-b border-line py-1.5 md:gap-2">
          {row(line)}
          {menu(line)}
        </li>
      ))}
    </ol>
  )
}

type RowOf = { parent: SoundParent; line: Line; isParentOut: boolean; choice: Choice }

function Row({ parent, line, isParentOut, choice }: RowOf) {
  const { sound, upload, order } = line
  return (
    <>
      {sound ? (
        <label className="grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={choice.chosen.has(sound.id)}
            aria-label={t('studio.choose', { title: sound.title })}
            onChange={() => choice.toggle(sound.id)}
            className="size-4.5 accent-purple"
          />
        </label>
      ) : (
        <span className="size-11 shrink-0" />
      )}
      <span aria-hidden="true" className="numeral w-7 shrink-0 text-center text-lg text-ink-2 max-md:hidden">
        {order}
      </span>
      <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-center gap-x-3 gap-y-1.5 md:gap-x-4">
        {upload ? (
          <UploadLine upload={upload} />
        ) : (
          sound && <SoundLine parent={parent} sound={sound} isParentOut={isParentOut} />
        )}
      </div>
    </>
  )
}

function SoundLine({ parent, sound, isParentOut }: { parent: SoundParent; sound: Sound; isParentOut: boolean }) {
  const state = soundState(sound)
  const { title, isExplicit } = sound
  const named = (
    <Link to={editPathOf(sound)} className="hover:underline max-md:inline-block max-md:py-3">
      {title}
    </Link>
  )
  if (state === 'failed') {
    return (
      <LineBody title={named} isExplicit={isExplicit}>
        <Trouble>
          {sound.compressorError} {t('studio.failedAdvice')}
        </Trouble>
      </LineBody>
    )
  }
  const { arrival } = sound
  if (arrival?.state === 'awaiting-upload') {
    return (
      <>
        <LineBody title={named} isExplicit={isExplicit}>
          <p className="mb-1.5 text-sm text-ink-2">{wordCutOff({ ...sound, arrival })}</p>
          <Progress label={t('studio.arrivedOf', { title })} isHidden part={arrivedPart(arrival)} />
        </LineBody>
        <ChooseAgain parent={parent} sound={{ ...sound, arrival }} />
      </>
    )
  }
  if (state === 'preparing') {
    return (
      <LineBody title={named} isExplicit={isExplicit}>
        <p className="mb-1.5 text-sm text-ink-2">{wordPreparing(arrival)}</p>
        <Progress label={t('studio.preparingOf', { title })} isHidden part={arrival?.progress || null} />
      </LineBody>
    )
  }
  return (
    <>
      <LineBody title={named} isExplicit={isExplicit}>
        <Note sound={sound} isParentOut={isParentOut} />
      </LineBody>
      {'season' in sound && sound.season !== null && (
        <span className="shrink-0 text-sm text-ink-2">{t('studio.seasonOf', { season: sound.season })}</span>
      )}
      <span className="shrink-0 text-ink-2">{formatDuration(sound.duration ?? 0)}</span>
    </>
  )
}

/** Its position in the queue, or its progress. */
function wordPreparing(arrival: Arrival | null): string {
  if (arrival?.queuePlace === 1) return t('studio.queueNext')
  if (arrival?.queuePlace) return t('studio.queuePlace', { place: arrival.queuePlace })
  return t('studio.statePreparing')
}

function Note({ sound, isParentOut }: { sound: Sound; isParentOut: boolean }) {
  if (sound.isProcessing) return <p className="text-sm text-ink-2">{t('studio.stateReplacing')}</p>
  if (sound.compressorError !== null) return <Trouble>{sound.compressorError}</Trouble>
  if (!isParentOut) return null
  if (sound.isDraft) return <Badge>{t('studio.notOut')}</Badge>
  if (statusOf(sound) === 'scheduled' && sound.publishedAt !== null) {
    return <p className="text-sm text-purple">{t('studio.outFrom', { date: formatLocalTime(sound.publishedAt) })}</p>
  }
  return null
}
