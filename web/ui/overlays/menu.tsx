/** A menu that opens from a button; type-ahead and arrow keys come from the component library.
 * The site menu is a list of links instead (web/shell). */
import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'

export type MenuEntry = { key: string; label: ReactNode } & (
  | { href: string }
  | { onSelect: () => void; isDanger?: boolean }
  | { isText: true }
)

const ITEM = classNames(
  'flex w-full items-center gap-3 rounded-item px-3 py-2.5 text-left font-medium',
  'data-focus:bg-sunken',
)

const CLOSING = new Set(['Enter', 'Escape', 'Tab'])

/** When the menu is closed within 350 ms of a key press, the library keeps the typed characters and would prepend them
 * to the next search. Moving to another item clears them; moving away and back keeps the active item. */
function clearTyped(menu: HTMLElement): void {
  const isLast = [...menu.querySelectorAll('[role=menuitem]')].at(-1)?.id === menu.getAttribute('aria-activedescendant')
  for (const key of isLast ? ['End'] : ['ArrowDown', 'ArrowUp']) {
    menu.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }
}

export function Menu({
  label,
  button,
  buttonClassName,
  entries,
}: {
  /** The accessible name of the button. */
  label: string
  button: ReactNode
  buttonClassName?: string
  entries: MenuEntry[]
}) {
  return (
    <HeadlessMenu as="div" className="relative flex">
      <MenuButton aria-label={label} className={classNames('rounded-pill', buttonClassName)}>
        {button}
      </MenuButton>
      <MenuItems
        transition
        // In the page beside its button, not in a portal: screen
        // readers find it in its landmark, and the page does not jump.
        modal={false}
        onKeyDownCapture={({ key, currentTarget }) => CLOSING.has(key) && clearTyped(currentTarget)}
        className={classNames(
          'absolute top-full right-0 z-40 mt-2 w-60 rounded-bar border border-line bg-highlight p-2 shadow-float outline-none',
          'transition duration-150 ease-out data-closed:-translate-y-1 data-closed:opacity-0',
        )}
      >
        {entries.map((entry) =>
          'isText' in entry ? (
            <div key={entry.key} className="flex items-center gap-3 px-3 py-2 text-sm text-ink-2">
              {entry.label}
            </div>
          ) : (
            <MenuItem key={entry.key}>
              {'href' in entry ? (
                <Link to={entry.href} className={ITEM}>
                  {entry.label}
                </Link>
              ) : (
                <button
                  type="button"
                  onClick={entry.onSelect}
                  className={classNames(ITEM, entry.isDanger && 'text-pink')}
                >
                  {entry.label}
                </button>
              )}
            </MenuItem>
          ),
        )}
      </MenuItems>
    </HeadlessMenu>
  )
}
