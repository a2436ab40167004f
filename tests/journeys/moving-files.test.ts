/** Files move from the disk to a bucket and back, by a command that is killed again and again, while servers send pictures.
 * MOVED_FILES=10000 is the long form. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import { openFilesAt, presentPlace } from '#server/platform/files/open.ts'
import { createLog } from '#server/platform/log.ts'
import { acceptSharedSettings } from '#server/platform/secrets/shared-settings.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { createTestWorld, serve, type TestWorld } from '#tests/world.ts'

const COUNT = Number(process.env['MOVED_FILES'] ?? 100)
/** On the way out and on the way back. */
const KILLS = COUNT > 1_000 ? [5, 5] : [3, 0]
const SCRIPT = fileURLToPath(new URL('../../scripts/files.ts', import.meta.url))
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Place = Pick<Config, 's3Bucket' | 'filesAlso'>
type Move = { test_: TestWorld; environment: Record<string, string>; hashes: Map<string, string>; kills: number }

test('files move to a bucket and back under kills, and no picture is missing meanwhile', async () => {
  await using stack = new AsyncDisposableStack()
  const storeFolder = fs.mkdtempSync('/tmp/peal-moved-store-')
  stack.defer(() => fs.rmSync(storeFolder, { recursive: true, force: true }))
  const store = await runStore(storeFolder)
  stack.defer(() => store.close())
  const s3 = {
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: 'on',
  }
  const test_ = stack.use(await createTestWorld({ settings: s3 }))
  const { dataDir } = test_.world.config
  const environment = { ...s3, DATA_DIR: dataDir, DATABASE_URL: test_.databaseUrl, DEMO: 'off' }
  const hashes = await storePictures(test_, COUNT)
  const [out, back] = KILLS.map((kills) => ({ test_, environment, hashes, kills }))
  const folder = path.join(dataDir, 'files')
  const leftover = `media/${randomUUID()}.jpg`
  await test_.world.files.write(leftover, randomBytes(100))

  await moveFiles(out!, { s3Bucket: 'peal', filesAlso: '' }, folder)
  fs.rmSync(folder, { recursive: true })
  fs.mkdirSync(folder)
  const there = await moveFiles(back!, { s3Bucket: '', filesAlso: '' }, 's3://peal')
  assert.equal(await there.files.stat(leftover), null)

  const [wrong, empty] = [`${storeFolder}-wrong`, `${storeFolder}-empty`]
  for (const made of [wrong, empty]) {
    fs.mkdirSync(made)
    stack.defer(() => fs.rmSync(made, { recursive: true }))
  }
  const nothing = await openFilesAt(empty, there.config, 'secret', test_.clock)
  const { text } = await runCopy(environment, ['--from', wrong, '--to', empty], nothing, { code: 1 })
  assert.match(text, new RegExp(`Copied: 0,[^]*Missing in both places: ${hashes.size}, such as media/\\S+\\.jpg, `))
})

/** As docs/operating.md says. Returns the world of a server on the new place alone, which has ended. */
async function moveFiles(move: Move, next: Place, oldPlace: string) {
  const { test_, environment, hashes, kills } = move
  const config = { ...test_.world.config, ...next }
  const to = presentPlace(config)
  const from = { ...config, s3Bucket: oldPlace.startsWith('s3://') ? 'peal' : '', filesAlso: to }
  await using stack = new AsyncDisposableStack()
  const before = await startServer(stack, test_, from)
  const asking = askForPictures(hashes)
  stack.defer(async () => void (await asking.end()))
  asking.origins.push(before.origin)
  const target = await openFilesAt(to, config, 'secret', test_.clock)
  const copy = (untilThere?: number) => runCopy(environment, ['--from', oldPlace, '--to', to], target, { untilThere })
  for (let kill = 1; kill <= kills; kill++) {
    assert.equal((await copy((kill * hashes.size) / (kills + 2))).signal, 'SIGKILL')
  }
  assert.match((await copy()).text, kills === 0 ? /There already: 0/ : /There already: [1-9]/)

  await test_.world.database.transaction((tx) => acceptSharedSettings(tx, config))
  const between = await startServer(stack, test_, { ...config, filesAlso: oldPlace })
  asking.origins.push(between.origin)
  // Stored by a process with the earlier settings, and withheld by one with the new ones.
  const [late] = await storePictures({ ...test_, world: before.world }, 1)
  hashes.set(...late!)
  const gone = [...hashes.keys()][0]!
  await between.world.files.remove(gone)
  await sql`UPDATE asset SET removed_at = now() WHERE original_key = ${gone}`.execute(between.world.database.read)
  hashes.delete(gone)
  asking.origins.shift()
  assert.match((await copy()).text, /Copied: 1,/)

  const { world, origin } = await startServer(stack, test_, config)
  asking.origins.splice(0, 1, origin)
  for (const [key, hash] of hashes) assert.equal(hashOf(await bytesOf(`${origin}/files/${key}`)), hash, key)
  const { asked, wrong } = await asking.end()
  assert.deepEqual(wrong, [])
  assert.ok(asked >= COUNT / 2, `${asked} pictures requested`)
  console.log(`${hashes.size} files to ${to}, ${kills} kills: ${asked} pictures requested, ${wrong.length} missing`)
  return world
}

function startServer(stack: AsyncDisposableStack, { clock, node }: TestWorld, config: Config) {
  const log = createLog(() => undefined)
  return serve(stack, { ...config, port: 0 }, log, { parts: { clock, node }, pages: false })
}

async function storePictures({ world }: TestWorld, count: number): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let index = 0; index < count; index++) {
    const [id, bytes] = [randomUUID(), randomBytes(randomInt(2_000, 30_000))]
    await world.files.write(`media/${id}.jpg`, bytes)
    hashes.set(`media/${id}.jpg`, hashOf(bytes))
  }
  const ids = [...hashes.keys()].map((key) => path.basename(key, '.jpg'))
  await sql`INSERT INTO asset (id, owner, kind, state, extension, original_key, finished_at)
    SELECT id, id, 'picture', 'finished', 'jpg', 'media/' || id || '.jpg', now() FROM unnest(${ids}::uuid[]) id`.execute(
    world.database.read,
  )
  return hashes
}

const bytesOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())

/** Requests one image after the other from each of the servers, until the end. */
function askForPictures(hashes: Map<string, string>) {
  const origins: string[] = []
  const wrong: string[] = []
  let asked = 0
  let isEnding = false
  const asks = (async () => {
    while (!isEnding) {
      for (const origin of [...origins]) {
        const keys = [...hashes.keys()]
        const key = keys[randomInt(1, keys.length)]!
        if (hashOf(await bytesOf(`${origin}/files/${key}`)) !== hashes.get(key)) wrong.push(key)
        asked += 1
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return { asked, wrong }
  })()
  const end = () => {
    isEnding = true
    return asks
  }
  return { origins, end }
}

/** Killed once so many files are there. */
async function runCopy(
  environment: Record<string, string>,
  places: string[],
  target: Awaited<ReturnType<typeof openFilesAt>>,
  { untilThere = Infinity, code: expected = 0 }: { untilThere?: number | undefined; code?: number },
) {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment }
  const child = spawn(process.execPath, [SCRIPT, 'copy', ...places], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  while (untilThere !== Infinity && child.exitCode === null) {
    let there = 0
    for await (const _file of target.list('media/')) there += 1
    if (there >= untilThere) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  if (untilThere !== Infinity) child.kill('SIGKILL')
  const [code, signal] = await ended
  if (signal === null) assert.equal(code, expected, text)
  return { text, signal }
}
