/** One data point of a chart, shared by its frame, its drawing and its table. */
export type ChartPoint = {
  key: string
  /** A short label below the axis. */
  label: string
  /** The full name. */
  name: string
  value: number
}
