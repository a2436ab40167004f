/** A program that is started, killed without warning and started again with the same arguments. Its output goes to a
 * file, whose end is shown after a failure. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'

export type Program = {
  start(): void
  /** Resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** The end of its output. */
  lastWords(): string
}

const END_CHARACTERS = 3_000
/** If the system supports it, the program ends with this process, even when that is killed. */
const WITH_US = ['setpriv', '--pdeathsig', 'KILL', '--']
const hasDeathSignal = spawnSync('setpriv', [...WITH_US.slice(1), 'true'], { stdio: 'ignore' }).status === 0

export function createProgram(file: string, args: string[], logFile: string): Program {
  let child: ChildProcess | null = null
  const killWithUs = () => child?.kill('SIGKILL')
  process.once('exit', killWithUs)
  return {
    start() {
      const output = openSync(logFile, 'a')
      const [first, ...rest] = [...(hasDeathSignal ? WITH_US : []), file, ...args]
      child = spawn(first!, rest, { stdio: ['ignore', output, output] })
      closeSync(output)
    },
    async kill(signal) {
      const ending = child
      child = null
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill(signal)
      await ended
    },
    lastWords: () => readFileSync(logFile, 'utf8').slice(-END_CHARACTERS),
  }
}
