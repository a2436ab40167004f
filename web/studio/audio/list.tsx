/** Tracks or episodes in order, each with its state, a checkbox and a link to its own page.
 * Files not sent yet are prepared-list.tsx; uploads in progress are uploads/line.tsx. */
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { MenuEntry } from '#web/ui/overlays/menu.tsx'
import { ChooseAgain, formatCutOff } from './cut-off.tsx'
import { OrderList } from '#web/studio/editors/order-list.tsx'
import { LineBody, Trouble } from '#web/studio/uploads/line-parts.tsx'
import { formatLocalTime } from '#web/studio/forms/local-time.ts'
import { statusOf } from '#web/studio/publishing/status.ts'
import { FailedFile, RemoveFailed } from './failed.tsx'
import type { Line } from './lines.ts'
import { AudioMenu } from './menu.tsx'
import { arrivedPart, editPathOf, audioState, type Arrival, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import { UploadLine } from '#web/studio/uploads/line.tsx'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { describeRefusedFile } from './failure-texts.ts'

export type Choice = { selected: ReadonlySet<string>; toggle: (id: string) => void }

export function AudioList({
  parent,
  label,
  lines,
  isParentOut,
  choice,
  canOrder,
  onOrder,
}: {
  parent: AudioParent
  label: string
  lines: Line[]
  isParentOut: boolean
  choice: Choice
  canOrder: boolean
  onOrder: (ids: string[], movedId: string) => Promise<unknown>
}) {
  const hasDiscs = lines.some(({ audioItem }) => discOf(audioItem) > 1)
  const row = (line: Line) => <Row {...{ parent, line, isParentOut, hasDiscs, choice }} />
  const menu = ({ audioItem }: Line, moves: MenuEntry[] = []) =>
    audioItem && <AudioMenu parent={parent} audioItem={audioItem} isParentOut={isParentOut} moves={moves} />
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

const discOf = (audioItem: AudioItem | null): number => (audioItem && 'disc' in audioItem ? audioItem.disc : 1)

type RowOf = { parent: AudioParent; line: Line; isParentOut: boolean; hasDiscs: boolean; choice: Choice }

function Row({ parent, line, isParentOut, hasDiscs, choice }: RowOf) {
  const { audioItem, upload, order } = line
  return (
    <>
      {audioItem ? (
        <label className="grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={choice.selected.has(audioItem.id)}
            aria-label={t('studio.choose', { title: audioItem.title })}
            onChange={() => choice.toggle(audioItem.id)}
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
          <>
            <UploadLine upload={upload} />
            {upload.state === 'failed' && audioItem?.liveUrl === null && (
              <RemoveFailed parent={parent} audioItem={audioItem} uploadKey={upload.key} />
            )}
          </>
        ) : (
          audioItem && <AudioLine {...{ parent, audioItem, isParentOut, hasDiscs }} />
        )}
      </div>
    </>
  )
}

function AudioLine({
  parent,
  audioItem,
  isParentOut,
  hasDiscs,
}: {
  parent: AudioParent
  audioItem: AudioItem
  isParentOut: boolean
  hasDiscs: boolean
}) {
  const state = audioState(audioItem)
  const { title, isExplicit } = audioItem
  const named = (
    <Link to={editPathOf(audioItem)} className="hover:underline max-md:inline-block max-md:py-3">
      {title}
    </Link>
  )
  if (state === 'failed') {
    return (
      <>
        <LineBody title={named} isExplicit={isExplicit}>
          <Trouble>{describeRefusedFile(audioItem)}</Trouble>
        </LineBody>
        <FailedFile parent={parent} audioItem={audioItem} />
      </>
    )
  }
  const { arrival } = audioItem
  if (arrival?.state === 'awaiting-upload') {
    return (
      <>
        <LineBody title={named} isExplicit={isExplicit}>
          <p className="mb-1.5 text-sm text-ink-2">{formatCutOff({ ...audioItem, arrival })}</p>
          <Progress label={t('studio.arrivedOf', { title })} isHidden part={arrivedPart(arrival)} />
        </LineBody>
        <ChooseAgain parent={parent} audioItem={{ ...audioItem, arrival }} />
      </>
    )
  }
  if (state === 'preparing') {
    return (
      <LineBody title={named} isExplicit={isExplicit}>
        <p className="mb-1.5 text-sm text-ink-2">{describePreparing(arrival)}</p>
        <Progress label={t('studio.preparingOf', { title })} isHidden part={arrival?.progress || null} />
      </LineBody>
    )
  }
  return (
    <>
      <LineBody title={named} isExplicit={isExplicit}>
        <Note audioItem={audioItem} isParentOut={isParentOut} />
      </LineBody>
      {'season' in audioItem && audioItem.season !== null && (
        <span className="shrink-0 text-sm text-ink-2">{t('catalog.season', { season: audioItem.season })}</span>
      )}
      {hasDiscs && (
        <span className="shrink-0 text-sm text-ink-2">{t('catalog.disc', { number: discOf(audioItem) })}</span>
      )}
      <span className="shrink-0 text-ink-2">{formatDuration(audioItem.duration ?? 0)}</span>
    </>
  )
}

/** Its position in the queue, or its progress. */
function describePreparing(arrival: Arrival | null): string {
  if (arrival?.queuePlace === 1) return t('studio.queueNext')
  if (arrival?.queuePlace) return t('studio.queuePlace', { place: arrival.queuePlace })
  return t('studio.statePreparing')
}

function Note({ audioItem, isParentOut }: { audioItem: AudioItem; isParentOut: boolean }) {
  if (audioItem.isProcessing) return <p className="text-sm text-ink-2">{t('studio.stateReplacing')}</p>
  if (audioItem.compressorError !== null) return <Trouble>{describeRefusedFile(audioItem)}</Trouble>
  if (!isParentOut) return null
  if (audioItem.isDraft) return <Badge>{t('studio.notOut')}</Badge>
  if (statusOf(audioItem) === 'scheduled' && audioItem.publishedAt !== null) {
    return (
      <p className="text-sm text-purple">{t('studio.outFrom', { date: formatLocalTime(audioItem.publishedAt) })}</p>
    )
  }
  return null
}
