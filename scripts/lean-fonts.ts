/** Reduces the fonts of the build to the weights, widths and optical sizes that the design uses: a third of the bytes, which
 * on a slow connection delay everything else. The display font is moved into the style sheet: titles are as wide as the
 * window, and a page whose titles change their font after the first paint would move. For the build only; in development
 * the full fonts are used. */
import subsetFont from 'subset-font'
import type { Plugin, Rolldown } from 'vite'

type Axes = Parameters<typeof subsetFont>[2]['variationAxes']

/** The axes that theme.css uses of each family. */
const AXES: readonly { font: RegExp; axes: Axes }[] = [
  {
    font: /bricolage-grotesque-.*\.woff2$/,
    axes: { wght: 800, wdth: { min: 75, max: 100 }, opsz: 96 },
  },
  { font: /instrument-sans-.*\.woff2$/, axes: { wght: { min: 400, max: 700 }, wdth: 100 } },
]

const INLINED = /bricolage-grotesque-latin-standard-normal-[^/]*\.woff2$/

/** Each file already contains one script only; all of its characters are kept. */
const EVERY_LETTER = Array.from({ length: 0x25_00 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).join('')

export function leanFonts(): Plugin {
  return {
    name: 'peal:lean-fonts',
    apply: 'build',
    // After the style sheet has been written.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const axes = AXES.find(({ font }) => font.test(file.fileName))?.axes
        if (file.type !== 'asset' || axes === undefined) continue
        file.source = await subsetFont(Buffer.from(file.source), EVERY_LETTER, {
          targetFormat: 'woff2',
          variationAxes: axes,
        })
        if (INLINED.test(file.fileName)) inline(file, bundle)
      }
    },
  }
}

/** The file stays, for the players on other sites. */
function inline({ fileName, source }: Rolldown.OutputAsset, bundle: Rolldown.OutputBundle): void {
  const bytes = Buffer.from(source).toString('base64')
  for (const sheet of Object.values(bundle)) {
    if (sheet.type !== 'asset' || !sheet.fileName.endsWith('.css')) continue
    sheet.source = String(sheet.source).replace(`/${fileName}`, `data:font/woff2;base64,${bytes}`)
  }
}
