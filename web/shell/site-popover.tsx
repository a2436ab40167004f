/** The site menu on narrow screens: a button in the header and the list over the page.
 * It takes the focus and returns it; Escape, a press outside, tabbing out and navigation close it. */
import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useLocation } from '#web/navigation/navigation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CloseIcon, MenuIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import { SiteLinks } from './site-nav.tsx'

export function SitePopover() {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // A navigation closes the menu.
  useEffect(() => setIsOpen(false), [key])
  useEffect(() => {
    if (isOpen) panel.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isOpen])
  useCloseOnLeave(isOpen, box, (isByKey) => {
    setIsOpen(false)
    if (isByKey) button.current?.focus()
  })
  const closeOnBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setIsOpen(false)
  }
  return (
    <div ref={box} onBlur={closeOnBlur} className="menu:hidden">
      <IconButton
        ref={button}
        label={t(isOpen ? 'shell.closeSiteMenu' : 'shell.openSiteMenu')}
        aria-expanded={isOpen}
        aria-controls="site-menu"
        onClick={() => setIsOpen(!isOpen)}
        kind="strong"
        className="bar-sizes -mr-[10px]"
      >
        {isOpen ? <CloseIcon size={22} aria-hidden="true" /> : <MenuIcon size={22} aria-hidden="true" />}
      </IconButton>
      {isOpen && (
        <nav
          ref={panel}
          id="site-menu"
          aria-label={t('shell.siteMenu')}
          className={classNames(
            'absolute inset-x-2 top-full mt-1 animate-rise md:left-auto md:w-80 overflow-y-auto overscroll-contain rounded-bar',
            'max-h-[calc(100dvh-var(--header-height)-var(--strip-space)-var(--tab-bar)-16px)] border border-line bg-beige p-2 shadow-dialog',
          )}
        >
          <SiteLinks />
        </nav>
      )}
    </div>
  )
}

/** While open, handles Escape wherever the focus is, and presses outside. */
function useCloseOnLeave(isOpen: boolean, box: RefObject<HTMLElement | null>, leave: (isByKey: boolean) => void): void {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('keydown', (event) => event.key === 'Escape' && latest.current(true), { signal })
    document.addEventListener(
      'pointerdown',
      ({ target }) => target instanceof Node && !box.current?.contains(target) && latest.current(false),
      { signal },
    )
    return () => listening.abort()
  }, [isOpen, box])
}
