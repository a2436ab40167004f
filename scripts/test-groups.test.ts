/** No test file is lost among those that share a process: not one that ends the process, and none after it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('test.ts', import.meta.url))
/** The comment makes it the first. */
const FILES = {
  passes: `test('one', () => undefined)`,
  dies: `test('kills', () => process.kill(process.pid, 'SIGKILL')) /* ${'-'.repeat(2_000)} */`,
  writes: `test('passes', () => undefined)
    after(() => { process.exitCode = 1; console.error('a line that nobody expects') })`,
  wrong: `test('is wrong', () => { throw new Error('on purpose') })`,
}

test('each file runs or is named', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-grouped-'))
  try {
    const copies = Array.from({ length: 6 }, (_, at) => [`copy-${at}`, FILES.passes] as const)
    for (const [name, text] of [...Object.entries(FILES), ...copies])
      fs.writeFileSync(path.join(folder, `${name}.test.mjs`), `import { after, test } from 'node:test'\n${text}\n`)
    const files = fs.readdirSync(folder).map((name) => path.join(folder, name))
    const said = await run(files)
    const listed = said.slice(said.indexOf('10 files in'))
    assert.match(listed, /dies\.test\.mjs: did not end/)
    assert.match(listed, /writes\.test\.mjs itself\n {4}a line that nobody expects/)
    assert.match(listed, /wrong\.test\.mjs: is wrong\n {4}on purpose/)
    // Seven of one test, and the one that passes before its file fails.
    assert.match(listed, /^8 passed, 4 failed, 0 skipped$/m)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})

/** All that it wrote. */
function run(files: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _ofThisTest, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...files], { env }, (_error, stdout) => resolve(stdout))
  })
}
