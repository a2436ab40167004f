/** Handles audio that does not arrive: reports it after a while, retries with growing pauses, and gives up in the end.
 * It never skips to other tracks, except when a file is gone permanently, and not twice in a row. */

/** slow: waiting for data. retrying: interrupted, another try
 * follows. failed: given up. gone: the file does not exist. */
export type PlaybackProblem = 'slow' | 'retrying' | 'failed' | 'gone'

export type ProblemWatch = {
  onWaiting: (isWaiting: boolean) => void
  onFailed: () => void
  /** Audio is playing. */
  onHeard: () => void
  /** Something else is to be played now. */
  reset: () => void
}

type TroubleActions = {
  tell: (problem: PlaybackProblem | null) => void
  /** Tries to resume where playback broke off. */
  tryAgain: () => void
  /** Skips to the next track; false when there is none. */
  passOver: () => boolean
  url: () => string | null
}

const SLOW_AFTER_MS = 2_500
const STALLED_AFTER_MS = 20_000
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
const SOUND_AFTER_MS = 5_000
const GONE_IN_A_ROW_MAX = 2
const GONE_STATUSES = [403, 404, 410]
const LOOK_TIMEOUT_MS = 4_000

export function watchPlaybackProblems(does: TroubleActions): ProblemWatch {
  let attempts = 0
  let goneInARow = 0
  let reported: PlaybackProblem | null = null
  let waiting: ReturnType<typeof setTimeout>[] = []
  let turn = 0

  const report = (problem: PlaybackProblem | null) => {
    if (reported === problem) return
    reported = problem
    does.tell(problem)
  }
  const after = (ms: number, work: () => void) => waiting.push(setTimeout(work, ms))
  const stopWaiting = () => {
    for (const timer of waiting) clearTimeout(timer)
    waiting = []
    removeEventListener('online', tryNow)
  }
  const tryNow = () => {
    stopWaiting()
    does.tryAgain()
  }
  const fail = async () => {
    stopWaiting()
    const thisTurn = ++turn
    const isGone = await isMissing(does.url())
    if (thisTurn !== turn) return
    if (isGone) {
      goneInARow += 1
      if (goneInARow < GONE_IN_A_ROW_MAX && does.passOver()) return
      return report('gone')
    }
    const pauseMs = PAUSES_MS[attempts]
    attempts += 1
    if (pauseMs === undefined) return report('failed')
    report('retrying')
    after(pauseMs, tryNow)
    addEventListener('online', tryNow)
  }

  return {
    onWaiting(isWaiting) {
      if (!isWaiting || reported === 'retrying') return
      stopWaiting()
      after(SLOW_AFTER_MS, () => report('slow'))
      after(STALLED_AFTER_MS, () => void fail())
    },
    onFailed: () => void fail(),
    onHeard() {
      stopWaiting()
      report(null)
      // A connection that recovers only for a moment does not count as restored.
      after(SOUND_AFTER_MS, () => {
        attempts = 0
        goneInARow = 0
      })
    },
    reset() {
      turn += 1
      stopWaiting()
      attempts = 0
      report(null)
    },
  }
}

async function isMissing(url: string | null): Promise<boolean> {
  if (url === null) return false
  try {
    const { status } = await fetch(url, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
    })
    return GONE_STATUSES.includes(status)
  } catch {
    return false
  }
}
