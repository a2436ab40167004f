/** Which modules share a file in the browser build: many small files compress worse than one.
 * The bundler places all other modules. */
import path from 'node:path'
import type { Rolldown } from 'vite'
import { pages } from '../web/routes.ts'

/** Modules that this many catalogue pages share go into one file, which each of them loads completely. */
const SHARED_BY = 4
/** Icons and UI libraries are left to the bundler: some are large, and few pages use the same ones. */
const SHAREABLE = [
  /\/web\/(catalog|content|library|likes|ui)\//,
  /\/web\/comments\/(comment-data|late-comments)\./,
  /\/web\/player\/(state\/playables|playing\/playable-row|share\/late-share-dialog)\./,
  /\/web\/(playlists\/(row-menu|add-button)|zap\/long-press|format\/sats-unit)\./,
  /\/contract\/(?!catalog\/(?:meta|releases|performers|episodes|podcasts)|accounts\/)/,
]
/** Modules that pages load together, and of which other files need some. */
const TOGETHER: readonly { name: string; test: RegExp }[] = [
  // Other pages need it too, without the rest of the catalogue.
  {
    name: 'page-data',
    test: /\/(page-data|word-button|release-facts|catalog\/(imagery|artists)|listening\/(support|discovery))\./,
  },
  {
    name: 'drawing',
    test: /(player\/horizon\/draw|ui\/images\/(canvas|avatar)|content\/horizon\/small-horizon|listening\/horizon-bars)\./,
  },
  { name: 'nostr-keys', test: /nostr\/(page-extension|stored-secrets)\./ },
  { name: 'follow', test: /likes\/follow-(button|later)\./ },
  { name: 'offline', test: /web\/offline\/(start-offline|installed|privacy|saved-data)\./ },
  { name: 'form-fields', test: /contract\/catalog\/(release-codes|credits|release-input)\./ },
  { name: 'moods', test: /contract\/listening\/(moods|smart-rules|smart-playlists)\./ },
  {
    name: 'ticker',
    test: /(content\/(zapped|ticker|horizon\/(ticker-line|live-zaps|latest-zaps))|data\/use-hydrated|listening\/zap-news)\./,
  },
  {
    name: 'horizon',
    test: /web\/(content\/horizon\/(horizon|arrivals|zap-list)|player\/horizon\/faces|ui\/controls\/seek-slider)\./,
  },
  { name: 'artist', test: /(details\/(print|external-addresses|sentences)|content\/radio-button|lists\/top-name)\./ },
  {
    name: 'keep',
    test: /(save-button|download-(word|button)|received-notes|purchases|catalog\/downloads|(format|payments)\/(dollars|price))\./,
  },
]
/** Too small for a file of its own. */
const WITH_SHARED = /\/web\/catalog\/lists\/byline\./
const WEB = path.join(import.meta.dirname, '..', 'web')

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

export function fileGroups(): Rolldown.CodeSplittingGroup[] {
  let shared: ReadonlySet<string> | null = null
  return [
    // The modules of every page are in two files: third-party code and ours.
    { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
    // The boot script is not a module, and the entry waits for the first page, which needs the core: both are separate.
    { name: 'core', tags: ['$initial'], test: /^(?!.*web\/(boot|entry-client)\.)/, priority: 3 },
    ...TOGETHER.map((group) => ({ ...group, priority: 2 })),
    {
      name: (id, modules) => {
        shared ??= listShared(modules)
        return shared.has(id) || WITH_SHARED.test(id) ? 'listing' : null
      },
      debugName: 'listing',
      priority: 1,
    },
  ]
}

/** The modules that at least SHARED_BY catalogue pages import, directly or indirectly. */
function listShared(modules: Modules): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { file } of pages) {
    if (!file.startsWith('catalog/')) continue
    const reached = new Set<string>()
    reach(path.join(WEB, file), modules, reached)
    for (const id of reached) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return new Set(
    [...counts].flatMap(([id, count]) => (count >= SHARED_BY && SHAREABLE.some((files) => files.test(id)) ? id : [])),
  )
}

function reach(id: string, modules: Modules, reached: Set<string>): void {
  if (reached.has(id)) return
  reached.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reach(imported, modules, reached)
}
