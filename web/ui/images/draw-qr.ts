/** The modules of a QR code as one path, row by row. Versions 1 to 40; error correction L, M, Q or H. */
import encodeQR from 'qr'

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const
export type QrLevel = keyof typeof LEVELS

/** Includes a quiet zone of one module; the caller's padding supplies the rest. */
export function drawQr(text: string, level: QrLevel): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: LEVELS[level], border: 1 })
  let path = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end + 1]) end++
      path += `M${x} ${y}h${end - x + 1}v1h-${end - x + 1}z`
      x = end
    }
  })
  return { path, size: rows.length }
}
