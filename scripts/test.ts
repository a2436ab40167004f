/** Runs the tests: all of them, or the files and folders given. Starts their database and builds the pages first.
 * The last line is the count: `N passed, N failed, N skipped`. */
import fs from 'node:fs'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { openMemoryFolder } from '#tests/memory-folder.ts'
import { startTestServer } from '#tests/test-database.ts'
import { buildPages, isBuilt } from './build.ts'
import { groupFiles } from './test-groups.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = ['tests', 'server', 'web', 'protocols', 'contract', 'bench', 'scripts']
/** These have a process of their own. The longest start first, so that none runs alone at the end. */
const OWN_PROCESS = [
  'every-page.test.ts',
  'seeded-bugs.test.ts',
  'demo-resume.test.ts',
  'hostile-files.test.ts',
  'backup.test.ts',
  'money.test.ts',
  'hostile-input.test.ts',
  'kill-nine.test.ts',
  'settings.test.ts',
  'ends.test.ts',
  'outside-kills.test.ts',
  // What they run may load only some formats of images.
  'card.test.ts',
  'catalogue.test.ts',
]
/** How many files run in parallel. Most wait for a database, a node, a page or a clock half of the time. */
const CONCURRENCY = 6
/** These start their own servers, database and nodes. Two of them in parallel use the whole machine, so nothing else
 * runs beside them. */
const ALONE = new Set(['fault-lab.test.ts', 'kills.test.ts', 'lnd.test.ts'])
const BROWSER_TESTS = path.join(ROOT, 'tests', 'browser') + path.sep
/** Per test, against hanging. */
const TEST_TIMEOUT_MS = 480_000
/** Real nodes are slow to start, and these tests need several. */
const ALONE_TIMEOUT_MS = 400_000
const SLOWEST_SHOWN = 15
const MESSAGE_LINES_SHOWN = 12

const startedAt = performance.now()
const args = process.argv.slice(2)
const files = findFiles(args.length === 0 ? ROOMS : args)
if (files.length === 0) throw new Error(`No *.test.ts under ${args.join(', ')}`)

const needsPages = files.some((file) => /^(tests|bench)\b/.test(path.relative(ROOT, file)))
if (needsPages && !isBuilt()) {
  await buildPages()
  console.log(`Built the pages in ${seconds(startedAt)}`)
}
const isAlone = (file: string) => ALONE.has(path.basename(file))
const isInBrowser = (file: string) => file.startsWith(BROWSER_TESTS)
// Unpacked once, and before the temporary folder changes: two tests would unpack it over each other.
if (files.some(isInBrowser))
  process.env['CHROMIUM_PATH'] = await (await import('#tests/browser/chromium.ts')).findBrowser()
const removeMemoryFolder = openMemoryFolder()
const database = process.env['PEAL_TEST_DATABASE_URL'] === undefined ? await startTestServer() : null
if (database !== null) process.env['PEAL_TEST_DATABASE_URL'] = database.url
// Each file is a separate process; without the cache each would spend half a second compiling the same modules.
process.env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, 'node_modules/.cache/compiled')
const failed = await runTests([
  {
    files: groupFiles(
      files.filter((file) => !isAlone(file)),
      { own: OWN_PROCESS, isInBrowser, concurrency: CONCURRENCY },
    ),
    concurrency: CONCURRENCY,
  },
  { files: files.filter(isAlone), concurrency: 2, timeout: ALONE_TIMEOUT_MS },
])
await database?.release()
removeMemoryFolder()
process.exitCode = failed === 0 ? 0 : 1

function findFiles(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const at = path.resolve(place)
    const found = fs.statSync(at, { throwIfNoEntry: false })
    if (found?.isFile()) return [at]
    return fs
      .globSync('**/*.test.ts', { cwd: at, exclude: ['**/node_modules/**'] })
      .map((name) => path.join(at, name))
      .sort()
  })
}

type Batch = { files: string[]; concurrency: number; timeout?: number }
type Counts = { passed: number; failed: number; skipped: number }

/** Batches run one after another, the files of a batch in parallel. */
async function runTests(batches: readonly Batch[]): Promise<number> {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort())
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const durations = new Map<string, number>()
  const failures: string[] = []
  for (const batch of batches) {
    if (batch.files.length > 0) await runBatch(batch, { counts, durations, failures }, interrupt.signal)
  }
  // When a process ends early, the file that it was running has failed.
  for (const file of files) {
    if (durations.has(file)) continue
    counts.failed += 1
    failures.push(`✖ ${path.relative(ROOT, file)}: did not end`)
  }
  console.log(`\n${files.length} files in ${seconds(startedAt)}`)
  console.log(`The slowest: ${describeSlowest(durations)}`)
  for (const line of failures) console.log(line)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts.failed
}

function describeSlowest(durations: ReadonlyMap<string, number>): string {
  const slowest = [...durations].sort((one, other) => other[1] - one[1]).slice(0, SLOWEST_SHOWN)
  return slowest.map(([file, ms]) => `${path.relative(ROOT, file)} ${Math.round(ms / 1000)} s`).join(', ')
}

/** `durations` are by file. `failures` are shown at the end, where they are easy to find. */
type Results = {
  counts: Counts
  durations: Map<string, number>
  failures: string[]
}

/** What a test file wrote to stderr, and how many of its tests failed so far. */
type FileState = { stderr: string[]; failures: number }

async function runBatch(batch: Batch, results: Results, signal: AbortSignal): Promise<void> {
  const { counts, durations, failures } = results
  const execArgv = ['--import', path.join(ROOT, 'scripts/test-context.ts')]
  const events = run({ timeout: TEST_TIMEOUT_MS, ...batch, signal, cwd: ROOT, execArgv })
  let isSummed = false
  events.on('test:summary', ({ file, success, duration_ms: durationMs, counts: of }) => {
    const skipped = of.skipped + of.todo
    // Cancelled and unfinished tests count as failed.
    const failed = Math.max(of.tests - of.passed - skipped, success ? 0 : 1)
    // Each process has its own summary; the last one is for all.
    if (file !== undefined) {
      if (files.includes(file)) durations.set(file, durationMs)
      return
    }
    counts.passed += of.passed
    counts.skipped += skipped
    counts.failed += failed
    isSummed = true
  })
  const states = new Map<string, FileState>()
  const stateOf = (file: string) => {
    const state = states.get(file) ?? { stderr: [], failures: 0 }
    states.set(file, state)
    return state
  }
  events.on('test:stderr', ({ file, message }) => stateOf(file).stderr.push(message))
  // A file of a group is a suite with its name.
  const noteDuration = ({
    name,
    nesting,
    details,
  }: {
    name: string
    nesting: number
    details: { duration_ms: number }
  }) => {
    if (nesting === 0 && files.includes(path.join(ROOT, name)))
      durations.set(path.join(ROOT, name), details.duration_ms)
  }
  events.on('test:pass', noteDuration)
  // The process of a group that found no file left to run counts as a test.
  events.on('test:pass', ({ name }) => {
    if (batch.files.includes(name) && !files.includes(name)) counts.passed -= 1
  })
  events.on('test:fail', noteDuration)
  events.on('test:fail', ({ name, file = '', details }) => {
    // The tests in it are listed.
    if (details.type === 'suite' && (details.error as { failureType?: string }).failureType === 'subtestsFailed') return
    const state = stateOf(file)
    // A file fails because its tests did, or because of an error outside of them, which is on stderr.
    if (name === file && state.failures > 0) return
    state.failures += 1
    const said = name === file ? state.stderr.join('') : ''
    const message = `${reasonOf(details.error)}\n${said}`.trim().split('\n')
    const shown = message.slice(0, MESSAGE_LINES_SHOWN).join('\n    ')
    failures.push(`✖ ${path.relative(ROOT, file)}: ${name === file ? 'the file itself' : name}\n    ${shown}`)
  })
  // What the page showed, because the machine of a run may not be accessible.
  events.on('test:diagnostic', ({ message, file = '' }) => {
    if (message.startsWith('Screenshot: ')) failures.push(`  ${path.relative(ROOT, file)}: ${message}`)
  })
  for await (const text of events.compose(spec)) process.stdout.write(String(text))
  if (!isSummed || signal.aborted) counts.failed += 1
}

/** Errors come from another process, without their prototypes. An error thrown here would end the run without a message. */
function reasonOf({ cause, message }: { cause?: unknown; message: string }): string {
  if (typeof cause === 'string') return cause
  const inner = (cause as { message?: unknown } | null | undefined)?.message
  return typeof inner === 'string' ? inner : message
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
