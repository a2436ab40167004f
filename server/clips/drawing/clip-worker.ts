/** The child process that makes one clip and exits. Started by make-clip.ts. */
import { readFileSync, writeSync } from 'node:fs'
import { drawWithCover, limitLoaders } from '#server/cards/drawing/card-image.ts'
import { loadAv } from '#server/media/av-audio.ts'
import { type ClipJob, type ClipLine, FRAMES_PER_SECOND } from './clip-job.ts'
import { createFrames } from './frames.ts'
import { drawBackground, layouts } from './layout.ts'
import { measureLoudness, RATE_HZ, readPart } from './part-of-audio.ts'
import { createVideoFile } from './video-file.ts'

limitLoaders()

const send = (line: ClipLine) => writeSync(1, `${JSON.stringify(line)}\n`)

const job = JSON.parse(readFileSync(0, 'utf8')) as ClipJob
const av = await loadAv()
const samples = readPart(av, job.audioPath, job.startSeconds, job.seconds)
const sound = measureLoudness(samples)
const layout = layouts[job.shape]
const frames = createFrames(await drawWithCover(await drawBackground(job), job.coverPath), layout, job, sound)
const { width, height } = layout
const file = createVideoFile(av, job.outputPath, { width, height, framesPerSecond: FRAMES_PER_SECOND })
let drawMs = 0
for (let second = 0; second * RATE_HZ < samples.left.length; second++) {
  const last = Math.min(sound.levels.length, (second + 1) * FRAMES_PER_SECOND)
  for (let frame = second * FRAMES_PER_SECOND; frame < last; frame++) {
    const startedAt = performance.now()
    frames.draw(frame)
    drawMs += performance.now() - startedAt
    file.addFrame(frames.buffer)
  }
  file.addSamples(samples, Math.min(samples.left.length, (second + 1) * RATE_HZ))
  send({ kind: 'progress', done: last / sound.levels.length })
}
file.finish()
send({ kind: 'done', format: file.format, drawMs: Math.round(drawMs) })
