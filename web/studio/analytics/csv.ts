/** Figures as CSV (RFC 4180), for spreadsheets. */

export type Cell = string | number

export function formatCsv(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [heads, ...rows].map((row) => row.map(writeCell).join(',')).join('\r\n') + '\r\n'
}

/** Quotes text that a spreadsheet would take for a formula: titles and messages are untrusted input. */
function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
