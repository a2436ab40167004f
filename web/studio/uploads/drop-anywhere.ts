/** Accepts dropped files anywhere in the window while a page is open. What happens to them is decided by the page. */
import { useEffect, useRef, useState } from 'react'
import { filesDropped } from './dropped-files.ts'

/** Returns true while files are dragged over the window. A file dropped outside a field must not replace the page. */
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
      // Only when the pointer leaves the window, not when it moves between elements.
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
