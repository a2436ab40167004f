/** Creates the data folder of the embedded PostgreSQL with initdb.
 * Running the server is embedded-postgres/process.ts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { diskFull, saysDiskFull } from '#server/platform/files/disk.ts'
import { type Place, renameUnlessThere } from './install.ts'
import { commandOf, endWithParentPrefix, environment, isAlive, SETTINGS } from './process.ts'
import type { Log } from '#server/platform/log.ts'

/** Creates the cluster in a temporary folder and renames it when complete: a killed initdb leaves
 * nothing that looks like data. */
export async function initialise(place: Place, log: Log, signal: AbortSignal | undefined): Promise<void> {
  removeLeftovers(place)
  const aside = path.join(place.home, `cluster.new-${process.pid}`)
  const flags = ['--pgdata', aside, '--username=peal', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions']
  const all = [...flags, ...locale, '-c', SETTINGS[0] ?? '']
  const [command = '', ...args] = commandOf(place, 'initdb', all, endWithParentPrefix(place, 'KILL'))
  const startedAt = performance.now()
  const initdb = spawn(command, args, {
    env: environment(place),
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    ...(signal === undefined ? {} : { signal }),
  })
  let said = ''
  initdb.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(initdb, 'close').catch((error: unknown) => [String(error)])) as [number | string | null]
  if (code !== 0) {
    fs.rmSync(aside, { recursive: true, force: true, maxRetries: 10 })
    signal?.throwIfAborted()
    if (saysDiskFull(said)) throw diskFull(place.home)
    throw new Error(`PostgreSQL could not make its data folder ${aside} (initdb, exit ${code}): ${said.trim()}`)
  }
  renameUnlessThere(aside, place.cluster)
  log.info('database-created', { cluster: place.cluster, durationMs: Math.round(performance.now() - startedAt) })
}

function removeLeftovers(place: Place): void {
  for (const name of fs.readdirSync(place.home)) {
    const pid = Number(/^cluster\.new-(\d+)$/.exec(name)?.[1] ?? process.pid)
    if (name.startsWith('cluster.new-') && (pid === process.pid || !isAlive(pid))) {
      // The initdb of a process that has just been killed may still be writing.
      fs.rmSync(path.join(place.home, name), { recursive: true, force: true, maxRetries: 10 })
    }
  }
}
