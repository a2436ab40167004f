/** Range requests of media elements for audio that is cached as a whole (RFC 9110, section 14). */

type Part = { status: 200 | 206 | 416; start: number; end: number }

/** `end` is exclusive. An invalid range is ignored, as the standard requires. */
export function partOf(range: string | null, size: number): Part {
  const whole: Part = { status: 200, start: 0, end: size }
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range ?? '') ?? []
  if (first === '' && last === '') return whole
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? { status: 416, start: 0, end: 0 } : { status: 206, start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return whole
  if (start >= size) return { status: 416, start: 0, end: 0 }
  return { status: 206, start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

/** The response to a range request for a cached file. */
export async function respondWithRange(saved: Response, range: string | null, isHead: boolean): Promise<Response> {
  const blob = await saved.blob()
  const { status, start, end } = partOf(range, blob.size)
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': saved.headers.get('content-type') ?? 'audio/mpeg',
    'content-length': String(end - start),
  })
  if (status === 206) headers.set('content-range', `bytes ${start}-${end - 1}/${blob.size}`)
  if (status === 416) headers.set('content-range', `bytes */${blob.size}`)
  return new Response(isHead || status === 416 ? null : blob.slice(start, end), { status, headers })
}
