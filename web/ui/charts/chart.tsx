/** A chart with a heading, a sentence that summarizes it, the drawing, and the same figures as a table.
 * The drawing is loaded on demand (drawing.tsx), so that pages without charts do not include it. */
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import type { ChartPoint } from './point.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { Table } from '#web/ui/layout/table.tsx'

const BarDrawing = lazy(async () => ({ default: (await import('./drawing.tsx')).BarDrawing }))

export function Chart({
  title,
  sentence,
  points,
  formatValue,
  formatAxis,
  words,
  actions,
  isWithin = false,
  isPercent = false,
}: {
  title: string
  sentence: string
  points: ChartPoint[]
  formatValue: (value: number) => string
  formatAxis: (value: number) => string
  words: { asTable: string; asChart: string; when: string; value: string; drawing: string }
  actions?: ReactNode
  /** The chart is inside a section that has its own heading. */
  isWithin?: boolean
  /** The values are percentages: the axis is from 0 to 100. */
  isPercent?: boolean
}) {
  const [isTable, setIsTable] = useState(false)
  const headingId = useId()
  const Frame = isWithin ? 'div' : 'section'
  const Heading = isWithin ? 'h3' : 'h2'
  return (
    <Frame {...(!isWithin && { 'aria-labelledby': headingId, className: 'mt-11' })}>
      <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Heading id={headingId} className={isWithin ? 'text-lg' : 'text-xl md:text-2xl'}>
            {title}
          </Heading>
          <p className="mt-1 text-ink-2">{sentence}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button kind="quiet" size="small" className="max-md:min-h-11" onClick={() => setIsTable(!isTable)}>
            {isTable ? words.asChart : words.asTable}
          </Button>
          {actions}
        </div>
      </header>
      {isTable ? (
        <div tabIndex={0} role="group" aria-labelledby={headingId} className="max-h-[420px] overflow-y-auto">
          <Table
            caption={title}
            rows={points}
            rowKey={({ key }) => key}
            columns={[
              { key: 'when', head: words.when, cell: ({ name }) => name },
              { key: 'value', head: words.value, cell: ({ value }) => formatValue(value), isFigure: true },
            ]}
          />
        </div>
      ) : (
        <div className="h-[220px] overflow-x-clip md:h-[280px]">
          <Suspense fallback={<Skeleton className="size-full" />}>
            <BarDrawing label={words.drawing} {...{ points, formatValue, formatAxis, isPercent }} />
          </Suspense>
        </div>
      )}
    </Frame>
  )
}
