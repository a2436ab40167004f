/** The child process that transcodes one upload and measures it.
 * Started by transcoder.ts; reads one file, writes the outputs and exits. */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { checkShape, probeAudio } from './audio-probe.ts'
import { decodeWithFfmpeg, measureWithFfmpeg } from './decode-ffmpeg.ts'
import { decodeWithNodeAv, measureWithNodeAv } from './decode-node-av.ts'
import { LoudnessMeter } from './loudness.ts'
import type { Probe } from './audio-probe.ts'
import { MAX_AUDIO_HOURS } from '#contract/audio-refusals.ts'
import { Refusal } from './refusals.ts'
import type { DecodeJob, Output, TranscodeJob, Transcoded, WorkerLine } from './transcode-job.ts'
import { WaveformMeter } from './waveform.ts'

const RATE_HZ = 44_100
const MAX_SAMPLES = MAX_AUDIO_HOURS * 3_600 * RATE_HZ
const LOUDEST = 1_000
/** A few damaged packets are tolerated; with more, the file is not what its artist meant to publish. */
const MAX_BAD_SHARE = 0.02

const send = (line: WorkerLine) => writeSync(1, `${JSON.stringify(line)}\n`)

async function transcode(job: TranscodeJob): Promise<Transcoded> {
  const probe = await probeAudio(job.inputPath)
  if (probe.picture !== null) writeFileSync(job.picturePath, probe.picture)
  send({ kind: 'tags', tags: probe.tags, hasPicture: probe.picture !== null })
  await requireBoundedDuration(job, probe)
  const loudness = new LoudnessMeter(RATE_HZ)
  const waveform = new WaveformMeter()
  let samples = 0
  const decodeJob: DecodeJob = {
    ...job,
    outputs: [...job.outputs, ...printOf(job)],
    probe,
    rateHz: RATE_HZ,
    sizeBytes: statSync(job.inputPath).size,
    onPcm(left, right) {
      requireSaneSamples(left)
      requireSaneSamples(right)
      samples += left.length
      if (samples > MAX_SAMPLES) throw new Refusal('too-long')
      loudness.add(left, right)
      waveform.add(left, right)
    },
    onProgress: (done) => send({ kind: 'progress', done: Math.min(1, Math.max(0, done)) }),
  }
  const decode = job.ffmpegPath === null ? decodeWithNodeAv : decodeWithFfmpeg
  const { packets, badPackets } = await decode(decodeJob)
  if (samples === 0) throw new Refusal(badPackets > 0 ? 'damaged' : 'no-sound')
  if (badPackets > 2 + packets * MAX_BAD_SHARE) throw new Refusal('damaged')
  const durationMs = Math.round((samples * 1_000) / RATE_HZ)
  if (probe.declaredMs !== null && durationMs < probe.declaredMs - 500) throw new Refusal('truncated')
  const peaks = Buffer.from(waveform.finish())
  const bytes = job.outputs.map(({ path }) => statSync(path).size)
  return { ...loudness.finish(), durationMs, demuxer: probe.demuxer, bytes, peaks }
}

/** A distribution's ffmpeg may be built without Chromaprint. */
function printOf({ ffmpegPath, printPath }: TranscodeJob): Output[] {
  if (printPath === undefined) return []
  const listsMuxers = ['-hide_banner', '-muxers']
  const hasMuxer =
    ffmpegPath === null || spawnSync(ffmpegPath, listsMuxers, { encoding: 'utf8' }).stdout.includes(' chromaprint ')
  return hasMuxer ? [{ codec: 'print', path: printPath }] : []
}

/** Samples 60 dB above full scale, and NaN, break encoders and never occur in real audio. */
function requireSaneSamples(samples: Float32Array): void {
  for (const sample of samples) if (!(Math.abs(sample) < LOUDEST)) throw new Refusal('damaged')
}

/** Silence compresses well: a day of it fits into a small file, and the header may be wrong. The duration is measured from
 * packets before decoding, unless the file size already limits it. */
async function requireBoundedDuration(job: TranscodeJob, probe: Probe): Promise<void> {
  if (!canBeEndless(probe, statSync(job.inputPath).size)) return
  const measure = job.ffmpegPath === null ? measureWithNodeAv : measureWithFfmpeg
  const found = await measure({ ...job, probe }, MAX_AUDIO_HOURS * 3_600)
  checkShape(found)
  if (found.seconds > MAX_AUDIO_HOURS * 3_600) throw new Refusal('too-long')
}

function canBeEndless({ demuxer }: Probe, sizeBytes: number): boolean {
  if (demuxer === 'wav' || demuxer === 'aiff') return false
  // MP3 frames are never smaller than at 8 kbit/s.
  return demuxer !== 'mp3' || sizeBytes > MAX_AUDIO_HOURS * 3_600 * 1_000
}

try {
  const result = await transcode(JSON.parse(readFileSync(0, 'utf8')) as TranscodeJob)
  send({ kind: 'done', result: { ...result, peaks: result.peaks.toString('base64') } })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  send({ kind: 'refused', code: error.code })
}
