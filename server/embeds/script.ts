/** The built script of the player and its font, loaded when the server starts.
 * In development Vite serves the script from its source; without pages there is none. */
import { readFile } from 'node:fs/promises'
import type { EmbedScript } from './embeds.ts'

type Parts = { script: EmbedScript; fontUrl: string | null; titleFontUrl: string | null }

const SCRIPT = 'dist/embed/player.js'
const MANIFEST = 'dist/client/.vite/manifest.json'
const FONT = /instrument-sans-latin-wdth-normal\.woff2$/
const TITLE_FONT = /bricolage-grotesque-latin-standard-normal\.woff2$/

export async function readEmbedParts(mode: 'built' | 'development' | 'none'): Promise<Parts> {
  if (mode === 'none') return { script: null, fontUrl: null, titleFontUrl: null }
  if (mode === 'development') return { script: { src: '/web/embed/player.ts' }, fontUrl: null, titleFontUrl: null }
  const [text, manifestText] = await Promise.all([readFile(SCRIPT, 'utf8'), readFile(MANIFEST, 'utf8')])
  const manifest = JSON.parse(manifestText) as Record<string, { file: string }>
  const urlOf = (font: RegExp) => {
    const file = Object.entries(manifest).find(([key]) => font.test(key))?.[1].file
    return file === undefined ? null : `/${file}`
  }
  // In HTML, `</script` ends the element even inside a string.
  const script = { text: text.trim().replaceAll('</', '<\\/') }
  return { script, fontUrl: urlOf(FONT), titleFontUrl: urlOf(TITLE_FONT) }
}
