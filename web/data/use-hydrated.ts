/** Whether the component has been hydrated: for what the server does not render. False while React compares the page with the
 * server's HTML, true afterwards and on pages that the browser renders by itself. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
