/** The host of Lightning addresses on this server. Without a configured public URL it is the host in the browser's
 * address bar, which the server does not know: null until hydration. */
import { useSyncExternalStore } from 'react'
import { useSettings } from '#web/data/site.ts'

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
