/** Creates the data folder of the embedded PostgreSQL with initdb.
 * Running the server is embedded-postgres/process.ts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { diskFull, isDiskFullMessage } from '#server/platform/files/disk.ts'
import { type InstallPaths, renameUnlessExists } from './install.ts'
import { commandOf, endWithParentPrefix, environment, isAlive, SETTINGS } from './process.ts'
import type { Log } from '#server/platform/log.ts'

/** Creates the cluster in a temporary folder and renames it when complete: a killed initdb leaves
 * nothing that looks like data. */
export async function initialise(paths: InstallPaths, log: Log, signal: AbortSignal | undefined): Promise<void> {
  removeLeftovers(paths)
  const tempPath = path.join(paths.home, `cluster.new-${process.pid}`)
  const flags = ['--pgdata', tempPath, '--username=peal', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions']
  const all = [...flags, ...locale, '-c', SETTINGS[0] ?? '']
  const [command = '', ...args] = commandOf(paths, 'initdb', all, endWithParentPrefix(paths, 'KILL'))
  const startedAt = performance.now()
  const initdb = spawn(command, args, {
    env: environment(paths),
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    ...(signal === undefined ? {} : { signal }),
  })
  let output = ''
  initdb.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(initdb, 'close').catch((error: unknown) => [String(error)])) as [number | string | null]
  if (code !== 0) {
    fs.rmSync(tempPath, { recursive: true, force: true, maxRetries: 10 })
    signal?.throwIfAborted()
    if (isDiskFullMessage(output)) throw diskFull(paths.home)
    throw new Error(`PostgreSQL could not create its data folder ${tempPath} (initdb, exit ${code}): ${output.trim()}`)
  }
  renameUnlessExists(tempPath, paths.cluster)
  log.info('database-created', { cluster: paths.cluster, durationMs: Math.round(performance.now() - startedAt) })
}

function removeLeftovers(paths: InstallPaths): void {
  for (const name of fs.readdirSync(paths.home)) {
    const pid = Number(/^cluster\.new-(\d+)$/.exec(name)?.[1] ?? process.pid)
    if (name.startsWith('cluster.new-') && (pid === process.pid || !isAlive(pid))) {
      // The initdb of a process that has just been killed may still be writing.
      fs.rmSync(path.join(paths.home, name), { recursive: true, force: true, maxRetries: 10 })
    }
  }
}
