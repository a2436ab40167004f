/** A reorderable list of tracks or episodes: by dragging, by keyboard, or from a menu in each row.
 * Row content and saving are the page's. */
import { useState, type ReactNode } from 'react'
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { SortableList } from '#web/ui/controls/sortable.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { moveTo, orderBy } from './order-moves.ts'
import { orderTexts } from './order-texts.ts'

export type OrderItem = { id: string; title: string }
/** If it fails, the list returns to the previous order. */
type SaveOrder = (ids: string[], movedId: string) => Promise<unknown>

export function OrderList<Item extends OrderItem>({
  items,
  label,
  onOrder,
  rowClassName = 'flex min-h-16 items-center gap-2 border-b border-line py-1.5',
  menu,
  children,
}: {
  items: readonly Item[]
  label: string
  onOrder: SaveOrder
  rowClassName?: string
  /** The menu of a row; it includes the moves. */
  menu?: (item: Item, moves: MenuEntry[]) => ReactNode
  /** The content between the grip and the menu of a row. */
  children: (item: Item, index: number) => ReactNode
}) {
  const [said, setSaid] = useState('')
  const { shown, order } = useWantedOrder(items, onOrder)
  const move = (item: Item, place: number) => {
    const ids = shown.map(({ id }) => id)
    setSaid(t('editors.orderDropped', { title: item.title, place: place + 1, count: ids.length }))
    void order(moveTo(ids, item.id, place), item.id)
  }
  const rowMenu = (item: Item, index: number) => {
    const moves = movesOf(index, shown.length, (place) => move(item, place))
    if (menu) return menu(item, moves)
    return moves.length > 0 && <PlaceMenu title={item.title} moves={moves} />
  }
  return (
    <>
      <SortableList
        entries={shown.map((item) => ({ key: item.id, name: item.title, item }))}
        label={label}
        words={orderTexts}
        isDisabled={shown.length < 2}
        onSort={(entries, movedId) =>
          void order(
            entries.map(({ key }) => key),
            movedId,
          )
        }
        className="border-t border-line"
        rowClassName={rowClassName}
      >
        {({ item }, index, grip) => (
          <>
            {grip}
            {children(item, index)}
            {rowMenu(item, index)}
          </>
        )}
      </SortableList>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** Shows the new order while it is being saved. */
function useWantedOrder<Item extends OrderItem>(items: readonly Item[], onOrder: SaveOrder) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const order = async (ids: string[], movedId: string) => {
    setWanted(ids)
    try {
      await onOrder(ids, movedId)
    } catch (error) {
      showErrorToast(describeFailure(error))
    } finally {
      setWanted((now) => (now === ids ? null : now))
    }
  }
  return { shown: orderBy(items, wanted), order }
}

/** The other positions a row can be moved to. */
function movesOf(index: number, count: number, onMove: (place: number) => void): MenuEntry[] {
  const places = [
    { key: 'top', label: t('editors.orderTop'), place: 0 },
    { key: 'up', label: t('editors.orderUp'), place: index - 1 },
    { key: 'down', label: t('editors.orderDown'), place: index + 1 },
    { key: 'end', label: t('editors.orderEnd'), place: count - 1 },
  ]
  return places
    .filter(({ place }) => place >= 0 && place < count && place !== index)
    .map(({ key, label, place }) => ({ key, label, onSelect: () => onMove(place) }))
}

function PlaceMenu({ title, moves }: { title: string; moves: MenuEntry[] }) {
  return (
    <Menu
      label={t('editors.orderMenu', { title })}
      button={<MoreIcon size={20} aria-hidden="true" />}
      buttonClassName="grid size-11 place-items-center text-ink-2 hover:text-ink"
      entries={moves}
    />
  )
}
