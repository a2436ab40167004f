/** Numbers as people type them: with the thousands separators of the page's language, and a dollar sign before them. */
import { decimalPoint } from '#web/words/format.ts'

/** In hundredths: '1,250.5' is 125 050. Null for anything that is not a number of at most two decimals from 0. */
export function parseHundredths(text: string, point = decimalPoint()): number | null {
  const group = point === '.' ? ',' : '.'
  const plain = text
    .trim()
    .replace(/^(US)?\$\s*/, '')
    .replaceAll(new RegExp(`(?<=\\d)[${group}\\s'’](?=\\d{3}(?!\\d))`, 'g'), '')
  const [, whole, decimals = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

export function parseWhole(text: string): number | null {
  const hundredths = parseHundredths(text)
  return hundredths === null || hundredths % 100 !== 0 ? null : hundredths / 100
}
