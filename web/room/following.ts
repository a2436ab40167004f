/** A list with its newest entry at the end: it stays scrolled to
 * the end, or reports new entries when the user has scrolled up. */
import { useEffect, useRef, useState, type RefObject } from 'react'

const NEAR_PX = 120

type Following = {
  panel: RefObject<HTMLDivElement | null>
  /** There are new entries below the visible part. */
  isBehind: boolean
  follow: () => void
  onScroll: () => void
}

export function useFollowing(lastId: string | undefined): Following {
  const panel = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  const [isBehind, setIsBehind] = useState(false)
  const goToEnd = () => panel.current?.scrollTo({ top: panel.current.scrollHeight })
  useEffect(() => {
    if (lastId === undefined) return
    if (isNear.current) goToEnd()
    else setIsBehind(true)
  }, [lastId])
  return {
    panel,
    isBehind,
    follow() {
      isNear.current = true
      setIsBehind(false)
      goToEnd()
    },
    onScroll() {
      const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = panel.current ?? {}
      isNear.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
      if (isNear.current) setIsBehind(false)
    },
  }
}
