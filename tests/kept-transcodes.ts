/** Transcoding for worlds of tests that are not about it: what a file became is kept, and the same bytes become the same again
 * without a child process. A change of the code that transcodes, or of a package, empties the folder. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FoundTags, transcodeAudio, type TranscodeOptions } from '#server/media/transcoder.ts'
import type { Transcoded } from '#server/media/transcode-job.ts'
import { withImports } from './imports.ts'

type Kept = { found: FoundTags; result: Omit<Transcoded, 'peaks'> & { peaks: string } }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** With all that they import. */
const PROGRAMS = ['server/media/transcoder.ts', 'server/media/transcode-worker.ts']
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'transcodes')
let folder: string | undefined

/** A file that is refused is not kept. */
export async function keepTranscode(options: TranscodeOptions): Promise<Transcoded> {
  folder ??= openFolder()
  const { inputPath, outputs, ffmpegPath, onTags } = options
  const settings = JSON.stringify([
    path.extname(inputPath),
    outputs.map(({ codec }) => codec),
    options.printPath !== undefined,
    ffmpegPath,
  ])
  const hash = createHash('sha256').update(settings).update(fs.readFileSync(inputPath)).digest('hex')
  const kept = path.join(folder, hash.slice(0, 32))
  const files = [...outputs.map((output) => output.path), options.picturePath, options.printPath ?? '']
  if (!fs.existsSync(kept)) {
    let found: FoundTags | undefined
    const made = await transcodeAudio({ ...options, onTags: (tags) => onTags?.((found = tags)) })
    keep(kept, files, { found: found!, result: { ...made, peaks: made.peaks.toString('base64') } })
    return made
  }
  for (const [at, file] of files.entries()) {
    const copy = path.join(kept, String(at))
    if (fs.existsSync(copy)) fs.copyFileSync(copy, file)
  }
  const { found, result } = JSON.parse(fs.readFileSync(path.join(kept, 'made.json'), 'utf8')) as Kept
  onTags?.(found)
  return { ...result, peaks: Buffer.from(result.peaks, 'base64') }
}

/** Complete from the first moment, also for another process. */
function keep(kept: string, files: readonly string[], made: Kept): void {
  const own = fs.mkdtempSync(`${kept}-`)
  for (const [at, file] of files.entries()) {
    if (fs.existsSync(file)) fs.copyFileSync(file, path.join(own, String(at)))
  }
  fs.writeFileSync(path.join(own, 'made.json'), JSON.stringify(made))
  try {
    fs.renameSync(own, kept)
  } catch {
    // Another process was first.
    fs.rmSync(own, { recursive: true })
  }
}

/** Named by the source. Those of other sources are removed. */
function openFolder(): string {
  const hash = createHash('sha256').update(process.version)
  const sources = new Set([...PROGRAMS.flatMap((program) => [...withImports(program)]), 'package-lock.json'])
  for (const file of [...sources].sort()) hash.update(fs.readFileSync(path.join(ROOT, file)))
  const own = hash.digest('hex').slice(0, 16)
  for (const name of fs.existsSync(CACHE) ? fs.readdirSync(CACHE) : []) {
    if (name !== own) fs.rmSync(path.join(CACHE, name), { recursive: true, force: true })
  }
  fs.mkdirSync(path.join(CACHE, own), { recursive: true })
  return path.join(CACHE, own)
}
