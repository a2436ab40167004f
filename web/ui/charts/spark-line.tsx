/** A few numbers as one small line that shows the trend. The exact figures are beside it as text. */
const WIDTH = 84
const HEIGHT = 26
const EDGE = 2

export function SparkLine({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = values.length > 1 ? (WIDTH - 2 * EDGE) / (values.length - 1) : 0
  const points = values.map((value, index) => {
    const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)
    return `${(EDGE + index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      fill="none"
      className="block h-[26px] w-full"
      preserveAspectRatio="none"
    >
      <polyline
        points={points.join(' ')}
        className="stroke-purple"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
