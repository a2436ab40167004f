/** The fonts of the build without the weights, widths and optical sizes that the look never uses: half the bytes, which on a
 * slow line stand in the way of everything else. For the build alone; in development they come whole. */
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

type Axes = Parameters<typeof subsetFont>[2]['variationAxes']

/** What theme.css asks of each family. */
const AXES: readonly { font: RegExp; axes: Axes }[] = [
  {
    font: /bricolage-grotesque-.*\.woff2$/,
    axes: { wght: { min: 700, max: 800 }, wdth: { min: 82, max: 100 }, opsz: 48 },
  },
  { font: /instrument-sans-.*\.woff2$/, axes: { wght: { min: 400, max: 700 }, wdth: 100 } },
]

/** Each file holds the letters of one script already; all of them stay. */
const EVERY_LETTER = Array.from({ length: 0x25_00 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).join('')

export function leanFonts(): Plugin {
  return {
    name: 'peal:lean-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const axes = AXES.find(({ font }) => font.test(file.fileName))?.axes
        if (file.type !== 'asset' || axes === undefined) continue
        file.source = await subsetFont(Buffer.from(file.source), EVERY_LETTER, {
          targetFormat: 'woff2',
          variationAxes: axes,
        })
      }
    },
  }
}
