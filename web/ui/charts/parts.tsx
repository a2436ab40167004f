/** The parts of a total, largest first: a table with a bar in each row, as long as the row's share. */

export type ChartPart = { key: string; name: string; value: number; amount: string }

export function ChartParts({
  caption,
  head,
  parts,
}: {
  /** For screen readers only. */
  caption: string
  head: { name: string; amount: string }
  parts: ChartPart[]
}) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{head.name}</th>
          <th scope="col">{head.amount}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ key, name, value, amount }) => {
          const share = total === 0 ? 0 : Math.round((value / total) * 100)
          return (
            <tr key={key} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2.5 pr-4 text-left font-regular">
                <span className="block">{name}</span>
                <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-pill bg-line">
                  <span className="block h-full rounded-pill bg-purple" style={{ width: `${share}%` }} />
                </span>
              </th>
              <td className="w-px py-2.5 text-right align-top whitespace-nowrap">
                <span className="block font-semi">{amount}</span>
                <span className="block text-xs text-ink-2">{share} %</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
