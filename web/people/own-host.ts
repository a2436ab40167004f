/** The host of lightning addresses here. Where the operator has set no address, people reach this server by the one in their
 * window, which the server does not know: null until the browser does. */
import { useSyncExternalStore } from 'react'
import { useSettings } from '../site.ts'

const never = () => () => undefined

export function useOwnHost(): string | null {
  const { publicUrl } = useSettings()
  const host = useSyncExternalStore(
    never,
    () => location.host,
    () => null,
  )
  return publicUrl === '' ? host : new URL(publicUrl).host
}
