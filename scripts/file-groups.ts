/** Which modules stand in one file for the browser: many small ones are larger, compressed each on its own.
 * Everything else the bundler puts where it is needed. */
import path from 'node:path'
import type { Rolldown } from 'vite'
import { pages } from '../web/routes.ts'

/** What so many pages of the catalogue share is in one file; each of them brings the whole of it. */
const SHARED_BY = 4
/** Icons and kits are left to the bundler: some are large, and few pages want the same. */
const SHAREABLE = /\/(web\/(catalog|library|ui)|contract)\//
const WEB = path.join(import.meta.dirname, '..', 'web')

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

export function fileGroups(): Rolldown.CodeSplittingGroup[] {
  let shared: ReadonlySet<string> | null = null
  return [
    // What every page begins with is two files: what others wrote and what we did.
    { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
    // The boot script is no module, and the entry waits for the first page, which needs the core: both stand alone.
    { name: 'core', tags: ['$initial'], test: /^(?!.*web\/(boot|entry-client)\.)/, priority: 3 },
    // Pages of other rooms want it too, and nothing else of the catalogue's.
    { name: 'page-data', test: /web\/catalog\/page-data/, priority: 2 },
    {
      name: (id, modules) => {
        shared ??= listShared(modules)
        return shared.has(id) ? 'listing' : null
      },
      debugName: 'listing',
      priority: 1,
    },
  ]
}

/** What at least so many pages of the catalogue import, themselves or by others. */
function listShared(modules: Modules): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { file } of pages) {
    if (!file.startsWith('catalog/')) continue
    const reached = new Set<string>()
    reach(path.join(WEB, file), modules, reached)
    for (const id of reached) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([id, count]) => (count >= SHARED_BY && SHAREABLE.test(id) ? id : [])))
}

function reach(id: string, modules: Modules, reached: Set<string>): void {
  if (reached.has(id)) return
  reached.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reach(imported, modules, reached)
}
