/** Sends one file to a presigned URL by XMLHttpRequest, the only API with upload progress. Bytes this server already
 * has are not sent again, and broken connections are retried automatically, a few times. No overall time limit: only a
 * stall ends it. Permission to upload is part of the URL. */

const SILENCE_MS = 60_000
/** Waits between attempts without progress; progress resets the sequence. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000]

/** `status` 0: the connection broke or stalled. `reason` is the server's error message, if there is one. */
export class PutError extends Error {
  override name = 'PutError'
  readonly status: number
  readonly reason: string | null

  constructor(status: number, reason: string | null) {
    super(`upload ended with ${status}`)
    this.status = status
    this.reason = reason
  }
}

export type PutFile = (
  url: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<void>

/** Uploads use the origin of the page, because the server may have more host names than the one in the URL. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://here')
  return pathname + search
}

export const putFile: PutFile = async (presignedUrl, file, { signal, onProgress }) => {
  const url = targetOf(presignedUrl)
  let pauses = [...PAUSES_MS]
  let sent = 0
  for (;;) {
    const offset = await requestOffset(url, file, signal)
    if (offset > sent) pauses = [...PAUSES_MS]
    sent = Math.max(sent, offset)
    onProgress(file.size === 0 ? 0 : offset / file.size)
    try {
      return await putFrom(url, file, offset, { signal, onProgress })
    } catch (error) {
      const pauseMs = error instanceof PutError && isPassing(error) ? pauses.shift() : undefined
      if (pauseMs === undefined || signal.aborted) throw error
      await pause(pauseMs, signal)
    }
  }
}

/** The connection broke, or the server has a different number
 * of bytes than expected: asking for the offset again helps. */
const isPassing = ({ status }: PutError) => status === 0 || status === 416

/** How many bytes the server has; 0 when it does not say. */
async function requestOffset(url: string, file: File, signal: AbortSignal): Promise<number> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal })
    const offset = Number.parseInt(response.headers.get('upload-offset') ?? '0', 10)
    return response.ok && offset <= file.size ? offset : 0
  } catch (error) {
    if (signal.aborted) throw error
    return 0
  }
}

function putFrom(url: string, file: File, offset: number, { signal, onProgress }: Parameters<PutFile>[2]) {
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    let alarm = setTimeout(() => request.abort(), SILENCE_MS)
    const onAbort = () => request.abort()
    const settle = (finish: () => void) => {
      clearTimeout(alarm)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    signal.addEventListener('abort', onAbort)
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(alarm)
      alarm = setTimeout(() => request.abort(), SILENCE_MS)
      if (file.size > 0) onProgress(Math.min(1, (offset + loaded) / file.size))
    })
    request.addEventListener('load', () =>
      settle(() =>
        request.status < 300 ? resolve() : reject(new PutError(request.status, reasonIn(request.responseText))),
      ),
    )
    request.addEventListener('error', () => settle(() => reject(new PutError(0, null))))
    request.addEventListener('abort', () =>
      settle(() => reject(signal.aborted ? new Error('aborted', { cause: signal.reason }) : new PutError(0, null))),
    )
    request.open('PUT', url)
    const rest = offset < file.size ? `${offset}-${file.size - 1}` : '*'
    request.setRequestHeader('Content-Range', `bytes ${rest}/${file.size}`)
    request.send(offset === 0 ? file : file.slice(offset))
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('aborted', { cause: signal.reason }))
    })
  })
}

function reasonIn(response: string): string | null {
  try {
    const { error } = JSON.parse(response) as { error?: unknown }
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}
