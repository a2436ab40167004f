/** The whole window takes files while a page is open. What becomes of them is the page's. */
import { useEffect, useRef, useState } from 'react'
import { filesDropped } from './dropped-files.ts'

/** True while files are held over the window. A file dropped beside a field must not replace the page. */
export function useDropAnywhere(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const ended = new AbortController()
    const listen = <K extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
      kind: K,
      hear: (event: WindowEventMap[K]) => void,
    ) => addEventListener(kind, hear, { signal: ended.signal })
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    })
    listen('dragleave', (event) => {
      // Leaving the window, not only going from one thing on it to the next.
      if (event.relatedTarget === null) setIsOver(false)
    })
    listen('drop', (event) => {
      setIsOver(false)
      if (!hasFiles(event) || event.defaultPrevented || !event.dataTransfer) return
      event.preventDefault()
      void filesDropped(event.dataTransfer).then((files) => take.current(files))
    })
    return () => ended.abort()
  }, [])
  return isOver
}
