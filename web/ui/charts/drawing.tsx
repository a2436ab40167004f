/** Draws a chart as bars over time, in the colours of the theme. The only file that imports the chart library, loaded
 * on demand when a chart is shown. The frame around it is chart.tsx. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ChartPoint } from './point.ts'

type Formats = { formatValue: (value: number) => string; formatAxis: (value: number) => string }

export function BarDrawing({
  label,
  points,
  formatValue,
  formatAxis,
  isPercent,
}: Formats & { label: string; points: ChartPoint[]; isPercent: boolean }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={points} title={label} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} barCategoryGap="18%">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={{ stroke: 'var(--line-2)' }}
          tick={{ fill: 'var(--ink-2)', fontSize: 12 }}
          tickMargin={8}
          minTickGap={28}
          interval="preserveStartEnd"
        />
        <YAxis
          width={44}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tick={{ fill: 'var(--ink-2)', fontSize: 12 }}
          {...(isPercent ? { domain: [0, 100], ticks: [0, 25, 50, 75, 100] } : { tickCount: 4 })}
          tickFormatter={formatAxis}
        />
        <Tooltip
          cursor={{ fill: 'var(--line)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as ChartPoint | undefined
            return active && point ? <Hint point={point} value={formatValue(point.value)} /> : null
          }}
        />
        <Bar dataKey="value" fill="var(--purple)" radius={[4, 4, 0, 0]} maxBarSize={44} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

function Hint({ point, value }: { point: ChartPoint; value: string }) {
  return (
    <div className="rounded-item border border-line bg-highlight px-3 py-2 text-sm shadow-float">
      <p className="text-ink-2">{point.name}</p>
      <p className="font-bold text-ink">{value}</p>
    </div>
  )
}
