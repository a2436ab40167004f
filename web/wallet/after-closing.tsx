/** Work for after a dialog has been closed, by a button or by Back: this is in the dialog, and leaves the page with it, after the
 * closing animation, so that nothing else is seen in it. */
import { useEffect, useEffectEvent } from 'react'

export function AfterClosing({ work }: { work: () => void }) {
  const end = useEffectEvent(work)
  useEffect(() => () => end(), [])
  return null
}
