/** Sends one file to a presigned address by XMLHttpRequest, the only way to hear how far an upload is.
 * No time limit: only silence ends it. Not who may send; the address says that. */

const SILENCE_MS = 60_000

/** `status` 0: the line broke or nothing moved any more. `reason` is the server's word, when there is one. */
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

export const putFile: PutFile = (url, file, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
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
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(alarm)
      alarm = setTimeout(() => request.abort(), SILENCE_MS)
      if (total > 0) onProgress(loaded / total)
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
    request.send(file)
  })

function reasonIn(answer: string): string | null {
  try {
    const { error } = JSON.parse(answer) as { error?: unknown }
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}
