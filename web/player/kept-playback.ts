/** Whether something was kept of a former visit: then, or with the first choice of this one, what keeps it is loaded.
 * What is kept, and how, is recall.ts. */
import { usePlayer } from './store.ts'

export const CHOICES_AS = 'peal.player'
export const QUEUE_AS = 'peal.queue'

/** Called once, after hydration. Returns its undoing. */
export function keepPlayback(): () => void {
  let undo: () => void = () => undefined
  let isOver = false
  const begin = () => {
    void import('./recall.ts').then(({ recallPlayback }) => {
      if (!isOver) undo = recallPlayback()
    })
  }
  if (isKept()) begin()
  else {
    const leave = usePlayer.subscribe(() => {
      leave()
      begin()
    })
    undo = leave
  }
  return () => {
    isOver = true
    undo()
  }
}

/** Storage may be switched off. */
function isKept(): boolean {
  try {
    return [CHOICES_AS, QUEUE_AS].some((name) => localStorage.getItem(name) !== null)
  } catch {
    return false
  }
}
