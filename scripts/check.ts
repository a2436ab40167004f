/** All static checks: types, lint, format, dead code. `--fix` repairs what can be repaired
 * automatically. Does not run the tests. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const fix = process.argv.includes('--fix')

const steps: [name: string, tool: string, args: string[]][] = [
  ['types: server', 'tsc', ['-p', 'tsconfig.json']],
  ['types: web', 'tsc', ['-p', 'web/tsconfig.json']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', ...(fix ? ['--fix'] : [])]],
  ['format', 'oxfmt', [fix ? '--write' : '--check']],
  ['dead code', 'knip', ['--no-progress']],
]

let failures = 0
for (const [name, tool, args] of steps) {
  const startedAt = performance.now()
  const ran = spawnSync(path.join(ROOT, 'node_modules', '.bin', tool), args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // npm start and CI may run under any Node; the tools' `#!/usr/bin/env node` must find this one.
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}` },
  })
  const isClean = ran.status === 0
  if (!isClean) {
    failures += 1
    process.stdout.write(`${ran.stdout}${ran.stderr}${ran.error?.message ?? ''}\n`)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isClean ? '✔' : '✖'} ${name.padEnd(14)} ${seconds} s`)
}
process.exitCode = failures === 0 ? 0 : 1
