/** Points in the code where the fault lab kills the process: CRASH_AT=name:nth. No effect without that setting. */
import type { Log } from './log.ts'

export type Failpoint = (name: string) => void

export const noFailpoints: Failpoint = () => undefined

/** `crashAt` is `name:nth`: the process is killed by SIGKILL when it passes that failpoint the nth time. */
export function createFailpoints(crashAt: string, log: Log): Failpoint {
  if (crashAt === '') return noFailpoints
  const [wanted, nth] = splitLast(crashAt)
  let left = Number(nth)
  return (name) => {
    if (name !== wanted || --left > 0) return
    log.warn('failpoint', { point: name })
    process.kill(process.pid, 'SIGKILL')
  }
}

function splitLast(text: string): [string, string] {
  const at = text.lastIndexOf(':')
  return at < 0 ? [text, '1'] : [text.slice(0, at), text.slice(at + 1)]
}
