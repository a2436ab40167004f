/** The whole screen (Fullscreen API, also under its former name). Where there is none, the player already fills the
 * window. */
import { useSyncExternalStore } from 'react'

type OlderElement = HTMLElement & { webkitRequestFullscreen?: () => void }
type OlderDocument = Document & {
  webkitFullscreenElement?: Element | null
  webkitExitFullscreen?: () => void
  webkitFullscreenEnabled?: boolean
}

const CHANGES = ['fullscreenchange', 'webkitfullscreenchange']

function subscribe(onChange: () => void): () => void {
  for (const name of CHANGES) document.addEventListener(name, onChange)
  return () => {
    for (const name of CHANGES) document.removeEventListener(name, onChange)
  }
}

const isWhole = (): boolean => {
  const older = document as OlderDocument
  return (document.fullscreenElement ?? older.webkitFullscreenElement ?? null) !== null
}

export const useWholeScreen = (): boolean => useSyncExternalStore(subscribe, isWhole, () => false)

export function canFillScreen(): boolean {
  const older = document as OlderDocument
  return document.fullscreenEnabled || older.webkitFullscreenEnabled === true
}

/** The whole document, so that dialogs stay above the player. Browsers may refuse; then nothing changes. */
export async function toggleWholeScreen(): Promise<void> {
  const [root, older] = [document.documentElement as OlderElement, document as OlderDocument]
  try {
    if (isWhole()) await (older.exitFullscreen ? older.exitFullscreen() : older.webkitExitFullscreen?.())
    else await (root.requestFullscreen ? root.requestFullscreen() : root.webkitRequestFullscreen?.())
  } catch {
    return
  }
}

export async function leaveWholeScreen(): Promise<void> {
  if (isWhole()) await toggleWholeScreen()
}
