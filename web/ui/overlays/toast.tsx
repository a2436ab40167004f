/** Toasts: above the player on wide screens, over the header on phones, where they are out of reach of thumbs and cover
 * neither sheets nor the page's heading. They repeat what the page shows; no information appears only in a toast. */
import { useSyncExternalStore } from 'react'
import type * as ToastKit from './toast-kit.tsx'

const WIDE = '(min-width: 47.5625rem)'
const OVER_HEADER = { top: 'calc(env(safe-area-inset-top) + 8px)' }
const ABOVE_PLAYER = { bottom: 'calc(var(--player-space) + var(--page-bar, 0px) + 24px)' }

type Kit = Pick<typeof ToastKit, 'pushToast' | 'ToastStack'>

/** Most visits show no toast, so the library is loaded with the first one. */
let kit: Kit | null = null
let loading: Promise<Kit> | undefined
const listeners = new Set<() => void>()

async function fetchKit(): Promise<Kit> {
  loading ??= import('./toast-kit.tsx').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  kit = await loading
  for (const notify of listeners) notify()
  return kit
}

function onKit(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function onWidth(notify: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

export function Toasts() {
  const fetched = useSyncExternalStore(
    onKit,
    () => kit,
    () => null,
  )
  const isWide = useSyncExternalStore(
    onWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  )
  if (fetched === null) return null
  const { ToastStack } = fetched
  return isWide ? (
    <ToastStack position="bottom-center" offset={ABOVE_PLAYER} />
  ) : (
    <ToastStack position="top-center" offset={OVER_HEADER} />
  )
}

/** Time to reach the button, also by keyboard: the list of toasts is focused with Alt + T. */
const UNDO_MS = 15_000

/** Shows a success toast; with `action`, a button that takes back what it says. */
export function showToast(message: string, action?: { label: string; onClick: () => void }): void {
  void fetchKit().then(({ pushToast }) => pushToast.success(message, action && { action, duration: UNDO_MS }))
}

/** Shows an error toast, which stays longer. */
export function showErrorToast(message: string): void {
  void fetchKit().then(({ pushToast }) => pushToast.error(message, { duration: 8_000 }))
}
