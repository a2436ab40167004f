/** Whether the component has been hydrated: for parts that the server does not render. False while React hydrates the server's
 * HTML, true afterwards and on pages that are only rendered in the browser. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
