/** Paints the photographs of the demo into demo/photographs: `node scripts/paint-demo.ts [NAME…]`. Run by hand when a
 * scene of demo/pictures has changed; the grain is added when the demo is made, because it does not compress. */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { develop } from './demo/pictures/raster.ts'
import { scenes } from './demo/pictures/scenes.ts'

const FOLDER = fileURLToPath(new URL('demo/photographs', import.meta.url))
const BYTES_MAX = 60_000
const QUALITIES = [60, 48, 38, 30]

fs.mkdirSync(FOLDER, { recursive: true })
const names = process.argv.slice(2)
for (const [name, paintScene] of Object.entries(scenes)) {
  if (names.length > 0 && !names.includes(name)) continue
  const startedAt = performance.now()
  const frame = await paintScene()
  const raw = { width: frame.width, height: frame.height, channels: 3 } as const
  const picture = develop(frame)
  let file = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    file = await sharp(picture, { raw }).avif({ quality, effort: 4 }).toBuffer()
    if (file.length <= BYTES_MAX) break
  }
  fs.writeFileSync(`${FOLDER}/${name}.avif`, file)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${name}: ${Math.round(file.length / 1024)} kB, ${seconds} s`)
}
