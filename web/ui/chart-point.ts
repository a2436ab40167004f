/** One figure of a chart, as its frame, its drawing and its table know it.
 * Not where figures come from. */
export type ChartPoint = {
  key: string
  /** Below the axis, short. */
  label: string
  /** In full. */
  name: string
  value: number
}
