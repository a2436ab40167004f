/** The child process that turns one upload into what listeners hear and measures it on the way.
 * Not a part of the server: it is started by transcoder.ts, reads one file, writes one file and ends. */
import { statSync, writeSync } from 'node:fs'
import { probeAudio } from './audio-probe.ts'
import { decodeWithFfmpeg } from './decode-ffmpeg.ts'
import { decodeWithNodeAv } from './decode-node-av.ts'
import { LoudnessMeter } from './loudness.ts'
import { MAX_AUDIO_HOURS, Refusal } from './refusals.ts'
import type { DecodeJob, TranscodeJob, Transcoded, WorkerLine } from './transcode-job.ts'
import { WaveformMeter } from './waveform.ts'

const RATE_HZ = 44_100
const MAX_SAMPLES = MAX_AUDIO_HOURS * 3_600 * RATE_HZ
/** A scratch is forgiven; a file of which more is lost is not what its artist meant to publish. */
const MAX_BAD_SHARE = 0.02

const tell = (line: WorkerLine) => writeSync(1, `${JSON.stringify(line)}\n`)

async function transcode(job: TranscodeJob): Promise<Transcoded> {
  const probe = await probeAudio(job.inputPath)
  const loudness = new LoudnessMeter(RATE_HZ)
  const waveform = new WaveformMeter()
  let samples = 0
  const decodeJob: DecodeJob = {
    ...job,
    probe,
    rateHz: RATE_HZ,
    sizeBytes: statSync(job.inputPath).size,
    onPcm(left, right) {
      samples += left.length
      if (samples > MAX_SAMPLES) throw new Refusal('too-long')
      loudness.add(left, right)
      waveform.add(left, right)
    },
    onProgress: (done) => tell({ kind: 'progress', done: Math.min(1, Math.max(0, done)) }),
  }
  const decode = job.ffmpegPath === null ? decodeWithNodeAv : decodeWithFfmpeg
  const { packets, badPackets } = await decode(decodeJob)
  if (samples === 0) throw new Refusal(badPackets > 0 ? 'damaged' : 'no-sound')
  if (badPackets > 2 + packets * MAX_BAD_SHARE) throw new Refusal('damaged')
  const durationMs = Math.round((samples * 1_000) / RATE_HZ)
  if (probe.declaredMs !== null && durationMs < probe.declaredMs - 500) throw new Refusal('truncated')
  const peaks = Buffer.from(waveform.finish())
  return { ...loudness.finish(), durationMs, demuxer: probe.demuxer, bytes: statSync(job.outputPath).size, peaks }
}

try {
  const result = await transcode(JSON.parse(process.argv[2] ?? '') as TranscodeJob)
  tell({ kind: 'done', result: { ...result, peaks: result.peaks.toString('base64') } })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  tell({ kind: 'refused', code: error.code })
}
