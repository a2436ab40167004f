/** The newest zaps in one line, of the server or of one content. It moves only when a zap arrives, by one item. Its code is
 * loaded after the page; the server has already rendered it. A page that shows it preloads `listLatestZaps`. */
import { lazy, Suspense } from 'react'
import type { TickerProps } from './horizon/latest-zaps.ts'

const TickerLine = lazy(async () => ({ default: (await import('./horizon/ticker-line.tsx')).TickerLine }))

export function Ticker(props: TickerProps) {
  return (
    <Suspense fallback={null}>
      <TickerLine {...props} />
    </Suspense>
  )
}
