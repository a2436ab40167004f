/** The decoded audio around a gapless transition: the last seconds of the track that ends and the first of the next.
 * Only these are held in memory (about 8 MB); a whole track would be 90 MB, and everything else is streamed. */
import { findFrame, parseMp3Start, type Mp3Start } from './mp3.ts'

export type GaplessAudio = {
  nextUrl: string
  tail: AudioBuffer
  /** Where the recording ends in `tail`, in samples. */
  tailEnd: number
  head: AudioBuffer
  /** Where the recording begins in `head`, in samples. */
  headStart: number
}

const TAIL_SECONDS = 9
const HEAD_SECONDS = 14
/** Enough for the tag, the info frame and the first audio frame. */
const START_BYTES = 8_192
const FETCH_TIMEOUT_MS = 12_000

/** Null when the files do not state their exact start and end, or when the server does not support range requests. */
export async function fetchGaplessAudio(
  context: BaseAudioContext,
  endingUrl: string,
  nextUrl: string,
  signal: AbortSignal,
): Promise<GaplessAudio | null> {
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
  return bytes && parseMp3Start(bytes)
}

/** Cut at a frame boundary and without the info frame, so that every decoder produces the same samples. */
async function fetchTail(context: BaseAudioContext, url: string, start: Mp3Start, signal: AbortSignal) {
  const bytes = await fetchPart(url, `bytes=-${Math.round((TAIL_SECONDS * start.bitRate) / 8)}`, signal)
  if (!bytes) return null
  const isWhole = parseMp3Start(bytes) !== null
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
  // A server that ignores the range would send the whole file.
  if (response.status !== 206) {
    void response.body?.cancel()
    return null
  }
  return new Uint8Array(await response.arrayBuffer())
}

const decode = (context: BaseAudioContext, bytes: Uint8Array) => context.decodeAudioData(bytes.slice().buffer)
