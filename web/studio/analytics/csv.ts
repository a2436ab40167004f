/** Figures as a file for spreadsheets: CSV as RFC 4180 has it. */

export type Cell = string | number

export function writeCsv(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [heads, ...rows].map((row) => row.map(writeCell).join(',')).join('\r\n') + '\r\n'
}

/** A text that a spreadsheet would take for a formula is marked as text: titles and messages are other people's words. */
function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
