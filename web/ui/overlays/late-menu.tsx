/** A menu whose code is loaded when the pointer or focus reaches its button: for menus that are on every page but rarely
 * opened. Until then a plain button is shown, which looks the same and remembers that it was pressed. */
import { useEffect, useRef, useState, type ComponentProps, type ComponentType } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { Menu } from './menu.tsx'

export type LateMenuProps = Omit<ComponentProps<typeof Menu>, 'entries'>

/** `load`: reads the component with the entries, which receives the other props. */
export function LateMenu<Props extends LateMenuProps>({
  load,
  ...menu
}: Props & { load: () => Promise<ComponentType<Props>> }) {
  const [isNeeded, setIsNeeded] = useState(false)
  const [Kit, setKit] = useState<ComponentType<Props> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const before = useRef({ hadFocus: false, wasPressed: false })
  const released = useRef(Promise.resolve())
  useEffect(() => {
    if (!isNeeded) return
    let isUnmounted = false
    void load().then(async (kit) => {
      // If the button were replaced between press and release, it would never receive the click.
      await released.current
      if (isUnmounted) return
      before.current.hadFocus = document.activeElement === button.current && button.current !== null
      setKit(() => kit)
    })
    return () => {
      isUnmounted = true
    }
  }, [isNeeded, load])
  // The new button takes over the focus and the press of the old one.
  useEffect(() => {
    if (Kit === null) return
    const { hadFocus, wasPressed } = before.current
    const real = place.current?.querySelector('button')
    if (hadFocus) real?.focus({ preventScroll: true })
    if (wasPressed) real?.click()
    before.current = { hadFocus: false, wasPressed: false }
  }, [Kit])
  const press = () => {
    before.current.wasPressed = true
    setIsNeeded(true)
  }
  return (
    <div ref={place} className="relative flex">
      {Kit !== null ? (
        <Kit {...(menu as unknown as Props)} />
      ) : (
        <button
          ref={button}
          type="button"
          aria-label={menu.label}
          aria-haspopup="menu"
          aria-expanded={false}
          onPointerEnter={() => setIsNeeded(true)}
          onFocus={() => setIsNeeded(true)}
          onPointerDown={() => {
            released.current = whenReleased()
          }}
          onKeyDown={({ key }) => key === ' ' && press()}
          onClick={press}
          className={classNames('rounded-pill', menu.buttonClassName)}
        >
          {menu.button}
        </button>
      )}
    </div>
  )
}

/** Resolves after the pointer is released and the click that follows has been handled. */
function whenReleased(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, end)
      setTimeout(resolve)
    }
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end)
  })
}
