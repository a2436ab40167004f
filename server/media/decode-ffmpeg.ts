/** Decodes and encodes with an ffmpeg program: one run writes the files and sends us the samples through a pipe. Used
 * only when ffmpeg is installed; otherwise decode-node-av.ts does the same. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Refusal } from './refusals.ts'
import {
  type Codec,
  codecs,
  type DecodeJob,
  type DecodeResult,
  type Measured,
  type MeasureJob,
} from './transcode-job.ts'

const SAMPLE_BYTES = 8
const TELL_SAMPLES = 441_000

export async function decodeWithFfmpeg(job: DecodeJob): Promise<DecodeResult> {
  const ffmpeg = spawn(job.ffmpegPath ?? 'ffmpeg', argumentsFor(job), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(ffmpeg, 'close') as Promise<[number | null]>
  let complaints = 0
  createInterface(ffmpeg.stderr).on('line', () => complaints++)
  let samples = 0
  let reported = 0
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const count = Math.floor(bytes.length / SAMPLE_BYTES)
      rest = bytes.subarray(count * SAMPLE_BYTES)
      const [left, right] = separate(bytes, count)
      job.onPcm(left, right)
      samples += count
      if (samples - reported < TELL_SAMPLES) continue
      reported = samples
      job.onProgress((samples * 1_000) / job.rateHz / (job.probe.estimatedMs ?? Number.POSITIVE_INFINITY))
    }
  } finally {
    ffmpeg.kill('SIGKILL')
  }
  const [code] = await ended
  if (code !== 0) throw new Refusal('damaged')
  // ffmpeg reports errors per line, not per packet, so each line counts as one packet of 26 ms.
  return { samples, packets: samples / 1_152, badPackets: complaints }
}

/** The input, with options that prevent a file from referring to other files or to the network. */
function inputOf(job: MeasureJob): string[] {
  const demuxer = job.probe.demuxer === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : job.probe.demuxer
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-f', job.probe.demuxer],
    ...['-i', `file:${job.inputPath}`],
  ]
}

/** The duration of the first audio stream, summed over its packets without decoding. Stops
 * shortly after `enough` seconds. */
export async function measureWithFfmpeg(job: MeasureJob, enough: number): Promise<Measured> {
  const copy = ['-map', '0:a:0', '-c', 'copy', '-t', String(enough + 60), '-f', 'null', '-progress', 'pipe:1', '-']
  const ffmpeg = spawn(job.ffmpegPath ?? 'ffmpeg', [...inputOf(job), ...copy], { stdio: ['ignore', 'pipe', 'ignore'] })
  let seconds = 0
  createInterface(ffmpeg.stdout).on('line', (line) => {
    const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (microseconds !== undefined) seconds = Number(microseconds) / 1e6
  })
  const [code] = (await once(ffmpeg, 'close')) as [number | null]
  if (code !== 0) throw new Refusal('damaged')
  return { seconds, rateHz: job.probe.rateHz, channels: job.probe.channels }
}

function argumentsFor(job: DecodeJob): string[] {
  // Plays mono at full level on both speakers; a plain layout conversion would reduce it by 3 dB.
  const widen = job.probe.channels === 1 ? 'pan=stereo|FL=FL+FC|FR=FR+FC,' : ''
  const stereo = `${widen}aresample=rematrix_maxval=1,aformat=channel_layouts=stereo`
  const select = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1']
  const outputs = job.outputs.flatMap(({ codec: name, path }) => {
    const codec: Codec = codecs[name]
    return [
      ...[...select, '-af', stereo, '-ar', String(codec.rateHz ?? 44_100), '-c:a', codec.encoder],
      ...(codec.bitRate === undefined ? [] : ['-b:a', String(codec.bitRate)]),
      ...Object.entries(codec.muxerOptions ?? {}).flatMap(([option, value]) => [`-${option}`, value]),
      ...['-f', codec.muxer, '-y', `file:${path}`],
    ]
  })
  return [
    ...inputOf(job),
    ...outputs,
    ...[...select, '-af', stereo, '-ar', String(job.rateHz), '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
  ]
}

function separate(bytes: Buffer, count: number): [Float32Array, Float32Array] {
  const aligned = new Float32Array(new Uint8Array(bytes.subarray(0, count * SAMPLE_BYTES)).buffer)
  const left = new Float32Array(count)
  const right = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    left[i] = aligned[i * 2]!
    right[i] = aligned[i * 2 + 1]!
  }
  return [left, right]
}
