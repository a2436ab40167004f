/** Writing SVG: numbers, and the document around what was drawn. */

export const round = (value: number): string => String(Math.round(value * 100) / 100)

export function writeSvg({ width, height }: { width: number; height: number }, drawn: readonly string[]): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${drawn.join('')}</svg>`
}
