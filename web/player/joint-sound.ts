/** The sound around the joint of two tracks, decoded: the last seconds of the one that ends, the first of the one that
 * comes. Only these are held in memory (some 8 MB); a whole track would be 90 MB, and everything else streams. */
import { findFrame, readMp3Start, type Mp3Start } from './mp3.ts'

export type JointSound = {
  nextUrl: string
  tail: AudioBuffer
  /** Where in `tail` the recording ends, in samples. */
  tailEnd: number
  head: AudioBuffer
  /** Where in `head` the recording begins. */
  headStart: number
}

const TAIL_SECONDS = 9
const HEAD_SECONDS = 14
/** Enough for the tag, the frame that describes and the first sound. */
const START_BYTES = 8_192
const FETCH_TIMEOUT_MS = 12_000

/** Null where the files do not say exactly where they begin and end, or cannot be read in parts. */
export async function fetchJointSound(
  context: BaseAudioContext,
  endingUrl: string,
  nextUrl: string,
  signal: AbortSignal,
): Promise<JointSound | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)])
  const [ending, next] = await Promise.all([fetchStart(endingUrl, limit), fetchStart(nextUrl, limit)])
  if (!ending || !next) return null
  const [tail, head] = await Promise.all([
    fetchTail(context, endingUrl, ending, limit),
    fetchHead(context, nextUrl, next, limit),
  ])
  if (!tail || !head) return null
  const toContext = (samples: number, { rateHz }: Mp3Start) => Math.round((samples * context.sampleRate) / rateHz)
  return {
    nextUrl,
    tail,
    tailEnd: tail.length - toContext(ending.dropSamples, ending),
    head,
    headStart: toContext(next.skipSamples, next),
  }
}

async function fetchStart(url: string, signal: AbortSignal): Promise<Mp3Start | null> {
  const bytes = await fetchPart(url, `bytes=0-${START_BYTES - 1}`, signal)
  return bytes && readMp3Start(bytes)
}

/** Cut at a frame, so that no decoder takes the frame that describes into account and every one answers the same. */
async function fetchTail(context: BaseAudioContext, url: string, start: Mp3Start, signal: AbortSignal) {
  const bytes = await fetchPart(url, `bytes=-${Math.round((TAIL_SECONDS * start.bitRate) / 8)}`, signal)
  if (!bytes) return null
  const isWhole = readMp3Start(bytes) !== null
  const from = isWhole ? start.audioFrom : findFrame(bytes, 0)
  return from < 0 ? null : decode(context, bytes.subarray(from))
}

async function fetchHead(context: BaseAudioContext, url: string, start: Mp3Start, signal: AbortSignal) {
  const to = start.audioFrom + Math.round((HEAD_SECONDS * start.bitRate) / 8)
  const bytes = await fetchPart(url, `bytes=${start.audioFrom}-${to}`, signal)
  return bytes && decode(context, bytes)
}

async function fetchPart(url: string, range: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const response = await fetch(url, { headers: { range }, signal })
  // A server that sends the whole instead would have us hold it.
  if (response.status !== 206) {
    void response.body?.cancel()
    return null
  }
  return new Uint8Array(await response.arrayBuffer())
}

const decode = (context: BaseAudioContext, bytes: Uint8Array) => context.decodeAudioData(bytes.slice().buffer)
