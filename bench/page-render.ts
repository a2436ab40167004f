/** CPU time of rendering an album page, beside React's renderToString of the same tree alone. Both sides read the data
 * from memory, so only rendering is measured. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestUser, publishTrack } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RENDERS = 200

/** What bench/page-tree.tsx exports; it is built before it is loaded. */
type RenderOptions = {
  readApi: (path: string) => Promise<{ status: number; json: unknown }>
  settings: unknown
  assetsOf: () => object
}
type Tree = {
  render(path: string, options: RenderOptions): Promise<unknown>
  prepareTree(path: string, options: RenderOptions): Promise<() => string>
}

export async function run(): Promise<BenchResult[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-bench-page-'))
  try {
    await using world = await createTestWorld()
    const owner = await createTestUser(world)
    const { albumId } = await publishTrack(world, owner, { title: 'Benchmark' })
    const tree = await buildTree(folder)
    return [await compareRendering(world, tree, `/album/${albumId}`)]
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function buildTree(folder: string): Promise<Tree> {
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  // Inside the checkout, so that packages outside of the bundle are found.
  const outDir = path.join(ROOT, '.cache', path.basename(folder))
  await build({
    root: ROOT,
    logLevel: 'error',
    resolve: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'bench/page-tree.tsx', outDir, emptyOutDir: true, copyPublicDir: false, manifest: false },
    environments: { ssr: { build: { outDir, rolldownOptions: { input: { 'page-tree': 'bench/page-tree.tsx' } } } } },
  })
  const [built] = fs.globSync('**/page-tree.js', { cwd: outDir })
  const tree = (await import(path.join(outDir, built ?? 'page-tree.js'))) as Tree
  fs.rmSync(outDir, { recursive: true, force: true })
  return tree
}

async function compareRendering(world: TestWorld, tree: Tree, page: string): Promise<BenchResult> {
  const responses = new Map<string, { status: number; json: unknown }>()
  const readApi: RenderOptions['readApi'] = async (address) => {
    const known = responses.get(address)
    if (known !== undefined) return known
    const response = await fetch(world.origin + address)
    const answer = { status: response.status, json: (await response.json()) as unknown }
    responses.set(address, answer)
    return answer
  }
  const settings = ((await readApi('/v1/settings')).json as { data: unknown }).data
  const assets = { boot: '', scripts: [], styles: [], modules: [], fonts: [] }
  const options: RenderOptions = { readApi, settings, assetsOf: () => assets }
  const renderAlone = await tree.prepareTree(page, options)
  const rates = await compareInTurns(
    () => rendersPerCpuSecond(() => tree.render(page, options)),
    () => rendersPerCpuSecond(async () => renderAlone()),
  )
  return {
    name: 'rendered album page',
    unit: 'pages a CPU second',
    ...rates,
    limitName: 'renderToString of the same tree alone',
    goal: 0.5,
  }
}

async function rendersPerCpuSecond(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < RENDERS; count++) await work()
  const { user, system } = process.cpuUsage(before)
  return RENDERS / ((user + system) / 1e6)
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
