/** The small window that stays on top of all others: a separate page if the browser supports that (Document Picture-in-Picture),
 * otherwise a video of a canvas (small-video.ts). */
import { create } from 'zustand'
import { closeSmallVideo, openSmallVideo } from './small-video.ts'

type PictureWindows = { requestWindow: (size: { width: number; height: number }) => Promise<Window> }

const SIZE = { width: 380, height: 250 }

type SmallWindow = {
  /** The page of the small window; null for a video. */
  page: Window | null
  isOpen: boolean
}

export const useSmallWindow = create<SmallWindow>()(() => ({ page: null, isOpen: false }))

const pictureWindows = (): PictureWindows | undefined =>
  (globalThis as { documentPictureInPicture?: PictureWindows }).documentPictureInPicture

export const canOpenSmallWindow = (): boolean =>
  pictureWindows() !== undefined || (document.pictureInPictureEnabled && 'captureStream' in HTMLCanvasElement.prototype)

/** Requires a gesture. */
export async function toggleSmallWindow(): Promise<void> {
  const { isOpen, page } = useSmallWindow.getState()
  if (isOpen) {
    page?.close()
    await closeSmallVideo()
    return
  }
  const onClose = () => useSmallWindow.setState({ page: null, isOpen: false })
  try {
    const windows = pictureWindows()
    if (windows) {
      const opened = await windows.requestWindow(SIZE)
      copyLook(opened.document)
      opened.addEventListener('pagehide', onClose)
      useSmallWindow.setState({ page: opened, isOpen: true })
    } else {
      await openSmallVideo(onClose)
      useSmallWindow.setState({ isOpen: true })
    }
  } catch {
    onClose()
  }
}

/** Copies the styles, language and theme of this page to the small window. */
function copyLook(page: Document): void {
  const { documentElement: root } = document
  for (const name of ['lang', 'data-theme', 'dir']) {
    const value = root.getAttribute(name)
    if (value !== null) page.documentElement.setAttribute(name, value)
  }
  for (const link of document.querySelectorAll('link[rel="stylesheet"], style')) page.head.append(link.cloneNode(true))
  page.title = document.title
}
