/** Asks for pages without pause, to know when each answers again. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Pages = {
  /** When all answer again: the end of each one's first good answer after its last bad one since then. */
  backAt(since: number): number
  /** For this long, all have answered. */
  quietMs(): number
  stop(): Promise<void>
}

const PAUSE_MS = 100
/** A visitor would not wait longer. */
const LIMIT_MS = 2_000

type Answer = { at: number; isGood: boolean }

export function watchPages(origin: string, paths: readonly (() => string)[]): Pages {
  const stopping = new AbortController()
  const answers = paths.map((): Answer[] => [{ at: performance.now(), isGood: true }])
  const running = paths.map(async (path, index) => {
    while (!stopping.signal.aborted) {
      const isGood = await isAnswered(new URL(path(), origin))
      answers[index]!.push({ at: performance.now(), isGood })
      await sleep(PAUSE_MS)
    }
  })
  const lastBad = (all: Answer[], since: number) => all.findLastIndex(({ at, isGood }) => !isGood && at >= since)
  return {
    backAt: (since) =>
      Math.max(
        ...answers.map((all) => {
          const bad = lastBad(all, since)
          return bad === -1 ? since : (all[bad + 1]?.at ?? Infinity)
        }),
      ),
    quietMs: () => performance.now() - Math.max(...answers.map((all) => all[lastBad(all, 0)]?.at ?? 0)),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function isAnswered(url: URL): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
