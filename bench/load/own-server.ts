/** A server of the load's own: server/main.ts with an embedded database and the sandbox, in a temporary folder. The pages are
 * built before (scripts/build.ts). */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startMain } from '#tests/faults/main-process.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { until } from '#tests/users.ts'

const START_TIMEOUT_MS = 300_000

export async function startOwnServer(settings: Record<string, string>): Promise<AsyncDisposable & { origin: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-load-'))
  const port = String(await findFreePort())
  const server = startMain({ PORT: port, DATA_DIR: folder, ...settings })
  // The demo is complete when its accounts are named.
  const last = settings['DEMO'] === 'on' ? /^Demo accounts:/ : / is at http/
  await until(() => {
    if (server.hasEnded()) throw new Error(`The server ended: ${server.lines.at(-1)}`)
    return server.said.some((line) => last.test(line))
  }, START_TIMEOUT_MS)
  return {
    origin: server.origin,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await server.ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
