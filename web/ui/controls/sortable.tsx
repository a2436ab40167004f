/** A list that is reordered by dragging a grip, with pointer or keyboard; each move is announced to screen readers.
 * It reports the new order; saving it is the caller's. */
import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { GripIcon } from '#web/ui/icon.tsx'
import { useKeyboardOrder } from './keyboard-order.ts'

const DRAG_FROM_PX = 4

export type SortableTexts = {
  /** Keyboard instructions, read by screen readers at the grip. */
  help: string
  grip: (name: string) => string
  lifted: (name: string, place: number, count: number) => string
  moved: (name: string, place: number, count: number) => string
  dropped: (name: string, place: number, count: number) => string
  cancelled: (name: string, place: number, count: number) => string
}

export type SortableEntry = { key: string; name: string }

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

type SortableListProps<Entry extends SortableEntry> = {
  entries: readonly Entry[]
  label: string
  words: SortableTexts
  isDisabled?: boolean
  /** The same entries in their new order, and the one that was moved. */
  onSort: (entries: Entry[], movedKey: string) => void
  className?: string
  rowClassName?: string | ((entry: Entry) => string)
  /** One row; `grip` is the drag handle. */
  children: (entry: Entry, index: number, grip: ReactNode) => ReactNode
}

export function SortableList<Entry extends SortableEntry>({
  entries,
  label,
  words,
  isDisabled = false,
  onSort,
  className,
  rowClassName,
  children,
}: SortableListProps<Entry>) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }))
  const [said, setSaid] = useState('')
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const keyboard = useKeyboardOrder({
    keys: entries.map(({ key }) => key),
    onSort: (keys, movedKey) =>
      onSort(
        keys.map((key) => byKey.get(key)!),
        movedKey,
      ),
    announce: (event, key, place) => setSaid(words[event](byKey.get(key)!.name, place, entries.length)),
  })
  const shown = keyboard.order.map((key) => byKey.get(key)!)
  const placeSaid = useRef(0)
  const sort = ({ active, over }: DragEndEvent) => {
    const [from, to] = [active.id, over?.id].map((id) => entries.findIndex(({ key }) => key === id))
    if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return
    onSort(arrayMove([...entries], from, to), String(active.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{
        announcements: announcementsOf(entries, words, placeSaid),
        screenReaderInstructions: { draggable: words.help },
      }}
      onDragEnd={sort}
    >
      <SortableContext items={[...keyboard.order]} strategy={verticalListSortingStrategy} disabled={isDisabled}>
        <ol aria-label={label} className={className}>
          {shown.map((entry, index) => (
            <SortableRow
              key={entry.key}
              id={entry.key}
              gripLabel={words.grip(entry.name)}
              isDisabled={isDisabled}
              isLifted={keyboard.liftedKey === entry.key}
              onGripKey={(event) => keyboard.onKeyDown(entry.key, event)}
              onGripBlur={() => keyboard.onBlur(entry.key)}
              className={typeof rowClassName === 'function' ? rowClassName(entry) : rowClassName}
            >
              {(grip) => children(entry, index, grip)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
    </DndContext>
  )
}

function SortableRow({
  id,
  gripLabel,
  isDisabled,
  isLifted,
  onGripKey,
  onGripBlur,
  className,
  children,
}: {
  id: string
  gripLabel: string
  isDisabled: boolean
  isLifted: boolean
  onGripKey: (event: KeyboardEvent) => void
  onGripBlur: () => void
  className: string | undefined
  children: (grip: ReactNode) => ReactNode
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  const grip = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      {...attributes}
      // The library repeats the role a button already has.
      role={undefined}
      {...listeners}
      onKeyDown={onGripKey}
      onBlur={onGripBlur}
      aria-pressed={isLifted || isDragging}
      aria-label={gripLabel}
      title={gripLabel}
      disabled={isDisabled}
      className="grid h-11 w-8 shrink-0 max-md:w-11 cursor-grab touch-none place-items-center rounded-small text-ink-3 hover:text-ink disabled:opacity-40"
    >
      <GripIcon size={19} aria-hidden="true" />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(className, (isDragging || isLifted) && 'relative z-10 bg-highlight shadow-float')}
    >
      {children(grip)}
    </li>
  )
}

/** `placeSaid`: a lifted item is immediately over its own place; only another place is announced. */
function announcementsOf(
  entries: readonly SortableEntry[],
  words: SortableTexts,
  placeSaid: { current: number },
): Announcements {
  const placeOf = (id: unknown) => entries.findIndex(({ key }) => key === id) + 1
  const announce = (label: SortableTexts['lifted'], id: unknown, overId: unknown = id) => {
    const name = entries.find(({ key }) => key === id)?.name ?? ''
    placeSaid.current = placeOf(overId)
    return label(name, placeSaid.current, entries.length)
  }
  return {
    onDragStart: ({ active }) => announce(words.lifted, active.id),
    onDragOver: ({ active, over }) =>
      over && placeOf(over.id) !== placeSaid.current ? announce(words.moved, active.id, over.id) : undefined,
    onDragEnd: ({ active, over }) => announce(words.dropped, active.id, over?.id ?? active.id),
    onDragCancel: ({ active }) => announce(words.cancelled, active.id),
  }
}
