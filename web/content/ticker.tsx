/** The newest zaps in one line. It stands still, and moves by one item when a zap arrives. Its code is loaded after the
 * page; the server has already rendered it. A page that shows it preloads `listLatestZaps`. */
import { lazy, Suspense } from 'react'

const TickerLine = lazy(async () => ({ default: (await import('./horizon/ticker-line.tsx')).TickerLine }))

export function Ticker() {
  return (
    <Suspense fallback={null}>
      <TickerLine />
    </Suspense>
  )
}
