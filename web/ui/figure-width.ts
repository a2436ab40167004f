/** How wide an amount is in the display font, in em, so that the style sheet can fit it into its container. Widths are
 * those that server/platform/text/title-fit.ts measures for the letters of amounts. */
const WIDTHS: Readonly<Record<string, number>> = {
  '0': 0.416,
  '1': 0.236,
  '2': 0.407,
  '3': 0.392,
  '4': 0.438,
  '5': 0.414,
  '6': 0.435,
  '7': 0.352,
  '8': 0.419,
  '9': 0.426,
  ',': 0.138,
  '.': 0.162,
  '<': 0.34,
}
const WIDEST = 0.44
/** Pairs of letters may stand farther apart than their widths say. */
const PAIRS = 1.015

export const figureWidth = (text: string): number =>
  Number((Array.from(text).reduce((sum, letter) => sum + (WIDTHS[letter] ?? WIDEST), 0) * PAIRS).toFixed(3))
