/** Loads the code that saves and restores playback when something was saved on a former visit, or with the first
 * choice of this one. What is saved, and how, is recall.ts. */
import { CHOICES_AS, QUEUE_AS } from './storage-key.ts'
import { usePlayer } from './store.ts'

/** Called once, after hydration. Returns a function that stops it. */
export function persistPlayback(): () => void {
  let undo: () => void = () => undefined
  let isOver = false
  const begin = () => {
    void import('./recall.ts').then(({ recallPlayback }) => {
      if (!isOver) undo = recallPlayback()
    })
  }
  if (isSaved()) begin()
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

/** Storage may be disabled. */
function isSaved(): boolean {
  try {
    return [CHOICES_AS, QUEUE_AS].some((name) => localStorage.getItem(name) !== null)
  } catch {
    return false
  }
}
