/** The development server with reloading: pages by Vite in the same process, the server itself by Node's watch mode. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const watched = ['server', 'contract', 'protocols'].flatMap((folder) => [
  '--watch-path',
  fileURLToPath(new URL(`../${folder}`, import.meta.url)),
])
const child = spawn(process.execPath, [...watched, '--watch-preserve-output', main], {
  stdio: 'inherit',
  env: { ...process.env, DEVELOPMENT: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => (process.exitCode = code ?? 1))
