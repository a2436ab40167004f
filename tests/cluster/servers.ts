/** Three servers, each started again when it has ended, as an init system does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, type ServerProcess, startServer } from '#tests/faults/server-process.ts'
import { until } from '#tests/users.ts'

export type Servers = {
  ports: number[]
  kill(index: number): Promise<void>
  areUp(): boolean
  setClock(offsetMs: number): void
  /** How often one has ended without being killed. */
  readonly unasked: number
}

const SERVERS = 3
const RESTART_MS = 1_000
const START_TIMEOUT_MS = 180_000

export async function startServers(
  stack: AsyncDisposableStack,
  settingsOf: (index: number) => Record<string, string>,
  print: (line: string) => void,
): Promise<Servers> {
  const ports: number[] = []
  const servers: (ServerProcess | null)[] = []
  const stopping = new AbortController()
  let [unasked, offsetMs] = [0, 0]
  const keepUp = async (index: number) => {
    const settings = { ...settingsOf(index), PORT: String(ports[index]) }
    while (!stopping.signal.aborted) {
      const starting = startServer({ settings: { ...settings, LAB_CLOCK_MS: String(offsetMs) } })
      const server = await starting.catch((error: Error) => void print(`Server ${index + 1}: ${reasonOf(error)}`))
      servers[index] = server ?? null
      if (stopping.signal.aborted) return void (await server?.stop('SIGKILL'))
      const end = await server?.ended
      servers[index] = null
      if (end?.signal !== 'SIGKILL') unasked++
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  for (let index = 0; index < SERVERS; index++) {
    ports.push(await findFreePort())
    servers.push(null)
  }
  const running = ports.map((_, index) => keepUp(index))
  stack.defer(async () => {
    stopping.abort()
    await Promise.all(servers.flatMap((server) => server?.stop('SIGTERM') ?? []))
    await Promise.all(running)
  })
  const areUp = () => servers.every((server) => server !== null)
  await until(areUp, START_TIMEOUT_MS)
  return {
    ports,
    areUp,
    kill: async (index) => void (await servers[index]?.stop('SIGKILL')),
    setClock(next) {
      offsetMs = next
      for (const server of servers) server?.setClock(next)
    },
    get unasked() {
      return unasked
    },
  }
}

/** Of what a server has printed, the line that says why it ended. */
const reasonOf = ({ message }: Error) =>
  message.split('\n').find((line) => /^\w*(Error|Setting|Lost|Unusable):|"level":"error"/.test(line)) ?? message
