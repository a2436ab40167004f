/** The newest zaps in one line, of the server or of one content. It moves only when a zap arrives, by one item. Its code is
 * loaded after the page; the server has already rendered it. A page that shows it preloads `listLatestZaps`. */
import { lazy, Suspense } from 'react'

const TickerLine = lazy(async () => ({ default: (await import('./horizon/ticker-line.tsx')).TickerLine }))

/** `contentId`: only zaps to it and to what it contains. */
export type TickerProps = { contentId?: string }

export const latestZapsOf = (contentId: string | undefined) => ({ query: contentId === undefined ? {} : { contentId } })

export function Ticker(props: TickerProps) {
  return (
    <Suspense fallback={null}>
      <TickerLine {...props} />
    </Suspense>
  )
}
