/** Which module may import which, as a literal table. A module that imports more than its row allows fails here. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { foldersMayImport } from './folder-imports.ts'
import { importsOf } from './imports.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Unless its row says `only`, a module of server/ may also import `contract`, `protocols/hex`, `platform` and
 * `events`, and a module of web/ `contract`, `protocols/hex` and the lowest modules of web/. */
const mayImport: Record<string, { only?: true; modules: readonly string[] }> = {
  locales: { only: true, modules: [] },
  // Error messages in English.
  contract: { only: true, modules: ['locales', 'protocols/hex'] },
  'protocols/hex': { only: true, modules: [] },
  'protocols/markdown': { only: true, modules: [] },
  'protocols/lightning': { only: true, modules: ['protocols/hex'] },
  'protocols/nostr': { only: true, modules: ['protocols/hex'] },
  'protocols/liabilities': { only: true, modules: ['protocols/hex', 'protocols/nostr'] },
  'protocols/rss': { only: true, modules: ['protocols/hex', 'protocols/lightning'] },
  'protocols/ddex': { only: true, modules: ['protocols/rss'] },
  'server/platform': { only: true, modules: ['contract', 'locales', 'protocols/hex', 'protocols/lightning'] },
  'server/events': { only: true, modules: [] },
  'server/ledger': { modules: [] },
  'server/accounts': { modules: [] },
  'server/media': { modules: [] },
  'server/lightning': { modules: ['protocols/lightning', 'protocols/nostr'] },
  'server/catalog': { modules: ['server/accounts', 'server/media', 'protocols/nostr', 'protocols/rss'] },
  'server/downloads': { modules: ['server/catalog', 'server/media'] },
  'server/concerts': { modules: ['server/accounts', 'server/catalog', 'server/media'] },
  'server/discovery': { modules: ['server/catalog'] },
  'server/payments': {
    modules: [
      'server/ledger',
      'server/lightning',
      'server/catalog',
      'server/downloads',
      'server/concerts',
      'server/accounts',
      'protocols/lightning',
      'protocols/nostr',
    ],
  },
  'server/archives': {
    modules: [
      ...['protocols/ddex', 'protocols/lightning', 'protocols/nostr', 'server/accounts', 'server/catalog'],
      ...['server/downloads', 'server/foreign', 'server/library', 'server/media', 'server/payments'],
      ...['server/playlists', 'server/relay'],
    ],
  },
  'server/nostr': {
    modules: [
      'protocols/nostr',
      'server/accounts',
      'server/catalog',
      'server/comments',
      'server/concerts',
      'server/relay',
    ],
  },
  'server/liabilities': {
    modules: [
      'protocols/liabilities',
      'protocols/nostr',
      'server/ledger',
      'server/lightning',
      'server/nostr',
      'server/payments',
      'server/relay',
    ],
  },
  'server/relay': { modules: ['protocols/nostr'] },
  'server/backup': { modules: ['server/ledger', 'server/lightning', 'server/payments'] },
  'server/health': { modules: ['server/backup', 'server/ledger', 'server/lightning', 'server/payments'] },
  'server/checks': { modules: ['server/backup', 'server/lightning'] },
  'server/wallets': {
    modules: [
      'server/ledger',
      'server/payments',
      'server/accounts',
      'server/relay',
      'protocols/lightning',
      'protocols/nostr',
    ],
  },
  'server/plays': { modules: ['server/catalog'] },
  'server/stats': { modules: ['server/catalog', 'server/accounts', 'server/plays'] },
  'server/auth': { modules: ['server/accounts', 'server/wallets', 'protocols/nostr'] },
  'server/playlists': { modules: ['server/catalog', 'server/accounts', 'server/foreign'] },
  'server/comments': { modules: ['server/catalog', 'server/accounts'] },
  'server/feed': { modules: ['server/catalog', 'server/comments'] },
  'server/library': { modules: ['server/catalog', 'server/foreign', 'server/playlists'] },
  'server/notifications': { modules: ['server/accounts'] },
  'server/me': {
    modules: [
      'server/auth',
      'server/accounts',
      'server/archives',
      'server/media',
      'server/ledger',
      'server/payments',
      'server/notifications',
      'server/catalog',
      'server/playlists',
      'server/library',
      'server/discovery',
      'server/comments',
      'server/wallets',
      'server/clips',
      'server/downloads',
      'server/concerts',
      'server/fans',
      'server/liabilities',
      'server/teams',
      'server/reminders',
      'server/letters',
      'server/foreign',
      'server/moving',
    ],
  },
  'server/admin': { modules: ['server/accounts', 'server/catalog', 'server/comments', 'server/media', 'server/relay'] },
  'server/horizon': { modules: ['server/catalog', 'server/comments', 'server/payments'] },
  'server/support': { modules: ['server/catalog', 'server/comments', 'server/payments'] },
  'server/teams': {
    modules: [
      'server/accounts',
      'server/catalog',
      'server/comments',
      'server/concerts',
      'server/media',
      'server/plays',
    ],
  },
  'server/fans': {
    modules: [
      'server/accounts',
      'server/catalog',
      'server/comments',
      'server/concerts',
      'server/library',
      'server/notifications',
    ],
  },
  'server/reminders': { modules: ['server/accounts', 'server/catalog', 'server/concerts', 'server/notifications'] },
  'server/letters': { modules: ['server/accounts', 'server/notifications', 'server/stats'] },
  'server/embeds': { modules: ['server/pages'] },
  'server/rss': {
    modules: [
      'protocols/markdown',
      'server/catalog',
      'server/foreign',
      'server/media',
      'server/pages',
      'server/playlists',
      'server/relay',
      'protocols/lightning',
      'protocols/nostr',
      'protocols/rss',
    ],
  },
  'server/moving': {
    modules: ['server/accounts', 'server/catalog', 'server/foreign', 'server/media', 'protocols/rss'],
  },
  'server/foreign': { modules: ['server/accounts', 'server/media', 'server/payments', 'protocols/rss'] },
  'server/cards': { modules: ['server/accounts', 'server/embeds', 'server/payments'] },
  'server/clips': { modules: ['server/cards', 'server/catalog', 'server/embeds', 'server/media'] },
  'server/settings': { modules: ['server/catalog'] },
  'server/legal': { modules: [] },
  // pages knows web/ only by file path.
  'server/pages': { modules: [] },
  // The modules of web/, lowest first: a row names only modules of web/ that come before it.
  'web/navigation': { only: true, modules: [] },
  'web/words': { only: true, modules: ['contract', 'locales'] },
  'web/ui': { only: true, modules: ['protocols/markdown', 'web/navigation'] },
  'web/data': { only: true, modules: ['contract', 'web/words'] },
  'web/routes': { only: true, modules: [] },
  'web/format': { modules: ['protocols/lightning'] },
  'web/invoice': { modules: ['web/format'] },
  'web/nostr': { modules: ['protocols/nostr'] },
  'web/session': { modules: ['web/routes', 'web/nostr'] },
  'web/forwarding': { modules: ['protocols/lightning', 'web/session'] },
  'web/frame': { modules: ['web/routes', 'web/session'] },
  'web/likes': { modules: ['protocols/nostr', 'web/nostr', 'web/session'] },
  'web/zap': { modules: ['protocols/nostr', 'web/routes', 'web/format', 'web/invoice', 'web/nostr', 'web/session'] },
  'web/player': { modules: ['web/format', 'web/session', 'web/frame', 'web/likes', 'web/zap'] },
  'web/content': { modules: ['web/format', 'web/frame', 'web/likes', 'web/zap', 'web/player'] },
  'web/gift': { modules: ['web/format', 'web/session', 'web/zap', 'web/player'] },
  'web/offline': { modules: ['web/session', 'web/frame', 'web/player', 'web/content'] },
  'web/playlists': { modules: ['web/session', 'web/frame', 'web/likes', 'web/player', 'web/content', 'web/offline'] },
  'web/comments': {
    modules: [
      'web/format',
      'web/nostr',
      'web/session',
      'web/frame',
      'web/likes',
      'web/zap',
      'web/player',
      'web/content',
    ],
  },
  'web/reactions': { modules: ['protocols/nostr', 'web/nostr', 'web/session', 'web/comments'] },
  'web/notifications': { modules: ['web/format', 'web/session', 'web/frame', 'web/content'] },
  'web/purchase': { modules: ['web/format', 'web/invoice', 'web/session', 'web/frame', 'web/zap'] },
  'web/events': { modules: ['web/format', 'web/invoice', 'web/session', 'web/frame', 'web/player', 'web/content'] },
  'web/catalog': {
    modules: [
      'protocols/markdown',
      'web/events',
      'web/purchase',
      'web/routes',
      'web/session',
      'web/gift',
      'web/frame',
      'web/likes',
      'web/player',
      'web/content',
      'web/offline',
      'web/playlists',
      'web/comments',
      'web/reactions',
    ],
  },
  'web/library': {
    modules: [
      'web/purchase',
      'web/format',
      'web/session',
      'web/frame',
      'web/likes',
      'web/player',
      'web/content',
      'web/offline',
      'web/playlists',
      'web/notifications',
    ],
  },
  'web/people': {
    modules: ['web/session', 'web/frame', 'web/likes', 'web/player', 'web/content', 'web/playlists'],
  },
  'web/feed': {
    modules: ['protocols/nostr', 'web/format', 'web/nostr', 'web/session', 'web/frame', 'web/player', 'web/content'],
  },
  'web/room': { modules: ['protocols/nostr', 'web/nostr', 'web/session', 'web/frame', 'web/player'] },
  'web/messages': { modules: ['protocols/nostr', 'web/nostr', 'web/session', 'web/frame', 'web/content'] },
  'web/account': { modules: ['web/format', 'web/nostr', 'web/session', 'web/frame'] },
  'web/onboarding': { modules: ['web/format', 'web/session', 'web/forwarding', 'web/frame'] },
  'web/wallet': {
    modules: [
      'protocols/liabilities',
      'web/routes',
      'web/format',
      'web/invoice',
      'web/session',
      'web/forwarding',
      'web/frame',
      'web/comments',
      'web/notifications',
    ],
  },
  'web/settings': {
    modules: [
      'protocols/nostr',
      'web/routes',
      'web/format',
      'web/nostr',
      'web/session',
      'web/forwarding',
      'web/frame',
      'web/player',
      'web/offline',
      'web/comments',
    ],
  },
  'web/studio': {
    modules: [
      'protocols/lightning',
      'protocols/nostr',
      'protocols/rss',
      'web/routes',
      'web/format',
      'web/invoice',
      'web/nostr',
      'web/session',
      'web/frame',
      'web/player',
      'web/comments',
      'web/events',
      'web/catalog',
    ],
  },
  'web/fans': { modules: ['web/session', 'web/studio'] },
  'web/bulk': { modules: ['web/catalog', 'web/session', 'web/studio'] },
  'web/team': { modules: ['web/session', 'web/frame', 'web/studio'] },
  'web/legal': { modules: ['protocols/markdown', 'web/frame'] },
  'web/admin': {
    modules: ['protocols/nostr', 'web/format', 'web/session', 'web/frame', 'web/legal', 'web/playlists'],
  },
  'web/open': { modules: ['web/routes', 'web/frame'] },
  'web/docs': { modules: ['web/frame'] },
  'web/sandbox': { modules: ['protocols/lightning', 'web/frame'] },
  'web/design': { modules: ['protocols/markdown', 'web/frame', 'web/player'] },
  'web/embed': { modules: ['web/player'] },
  'web/shell': {
    modules: [
      'web/routes',
      'web/session',
      'web/frame',
      'web/zap',
      'web/player',
      'web/gift',
      'web/offline',
      'web/playlists',
      'web/catalog',
    ],
  },
}

/** These may import everything: they compose the modules, or use them from outside. */
const free = [
  'server/app',
  'server/bind-pages',
  'server/main',
  'server/start-failure',
  'server/world',
  'server/subscriptions',
  'server/background',
  'server/demo',
  'server/demo-payments',
  'web/app',
  'web/boot',
  'web/entry-client',
  'web/entry-server',
  'web/own-pages',
  'web/open-page',
  'scripts',
  'tests',
  'bench',
]

const sharedByAll = ['contract', 'protocols/hex', 'server/platform', 'server/events']
const lowestInWeb = ['contract', 'protocols/hex', 'web/navigation', 'web/words', 'web/ui', 'web/data']

const FOLDER_FILES_MAX = 25
function listSources(folder: string): string[] {
  return fs
    .globSync('**/*.{ts,tsx,mjs}', { cwd: path.join(ROOT, folder), exclude: ['**/node_modules/**', 'dist/**'] })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
}

/** The module of a file: `server/catalog`, `protocols/lightning`, `contract`, `web/ui`; for a file outside of a folder,
 * its name. */
function moduleOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  if (['server', 'protocols', 'web'].includes(first)) return `${first}/${second.replace(/(\.test)?\.\w+$/, '')}`
  return first.replace(/\.\w+$/, '')
}

const isTest = (file: string) => /\.(test|conformance|fixture)\.tsx?$/.test(file)

const files = [
  ...['contract', 'locales', 'protocols', 'server', 'web', 'scripts', 'tests', 'bench'].flatMap(listSources),
]

test('every module is in the table', () => {
  const modules = new Set(files.map(moduleOf))
  for (const module of modules) {
    assert.ok(
      mayImport[module] !== undefined || free.includes(module),
      `${module} has no row in tests/architecture.test.ts`,
    )
  }
})

test('no module imports beyond its row of the table', () => {
  const breaches = files.flatMap((file) => {
    const module = moduleOf(file)
    if (free.includes(module)) return []
    const row = mayImport[module]!
    const allowed = new Set([
      module,
      ...row.modules,
      ...(row.only ? [] : module.startsWith('web/') ? lowestInWeb : sharedByAll),
    ])
    return (
      importsOf(file)
        // A test of a server module may import everything that its set-up needs.
        .filter((target) => !allowed.has(moduleOf(target)) && !(isTest(file) && /^(server|tests)/.test(target)))
        .map((target) => `${file} imports ${target}`)
    )
  })
  assert.deepEqual(breaches, [])
})

test('every row of the table lists only modules that are imported', () => {
  const isReached = (module: string, other: string) =>
    files.some(
      (file) =>
        moduleOf(file) === module && !isTest(file) && importsOf(file).some((target) => moduleOf(target) === other),
    )
  const rows = Object.entries(mayImport)
  const unused = rows.flatMap(([module, row]) =>
    row.modules.filter((other) => !isReached(module, other)).map((other) => `${module} imports nothing of ${other}`),
  )
  const modules = new Set(files.map(moduleOf))
  const gone = [...Object.keys(mayImport), ...free].filter((module) => !modules.has(module))
  assert.deepEqual([...unused, ...gone], [])
})

test('the modules of web/ are in layers: each may import only modules whose rows come before its own', () => {
  const rows = Object.keys(mayImport).filter((module) => module.startsWith('web/'))
  const upward = rows.flatMap((module, index) =>
    [...mayImport[module]!.modules, ...(mayImport[module]!.only ? [] : lowestInWeb)]
      .filter((other) => other.startsWith('web/') && !rows.slice(0, index).includes(other))
      .map((other) => `${module} may import ${other}`),
  )
  assert.deepEqual(upward, [])
})

test('only payments posts to the ledger and calls the node', () => {
  const posting = files.filter((file) => {
    if (file.endsWith('.test.ts') || !file.startsWith('server/')) return false
    return (
      importsOf(file).some((target) => target === 'server/ledger/transfer.ts') && moduleOf(file) !== 'server/ledger'
    )
  })
  assert.deepEqual([...new Set(posting.map(moduleOf))], ['server/payments'])
})

/** The part of a module that a file belongs to: its folder, or the file itself if it is in none. */
function partOf(module: string, file: string): string | undefined {
  return file.startsWith(`${module}/`) ? file.slice(module.length + 1).split('/')[0] : undefined
}

const isFolder = (part: string) => !/\.\w+$/.test(part)

/** The parts of a module, each with the other parts that its product files import. */
function partsOf(module: string): Map<string, ReadonlySet<string>> {
  const parts = new Map<string, Set<string>>()
  for (const file of files.filter((one) => !isTest(one))) {
    const part = partOf(module, file)
    if (part === undefined) continue
    const imported = importsOf(file).flatMap((target) => partOf(module, target) ?? [])
    parts.set(part, new Set([...(parts.get(part) ?? []), ...imported.filter((other) => other !== part)]))
  }
  return parts
}

test('the folders inside a module import the folders in its table, and no others', () => {
  for (const [module, table] of Object.entries(foldersMayImport)) {
    const folders = [...partsOf(module)].filter(([part]) => isFolder(part))
    const imported = folders.map(([part, others]) => [part, [...others].filter(isFolder).sort()])
    assert.deepEqual(Object.fromEntries(imported), table, module)
  }
})

test('folders inside a module have no import cycles, not even through a file beside them', () => {
  const modules = [...new Set(files.map(moduleOf))].filter((module) =>
    /^(contract|protocols|server|web)\b/.test(module),
  )
  const circles = modules.flatMap((module) => {
    const parts = partsOf(module)
    return [...parts.keys()]
      .filter((part) => isFolder(part) && isReachedFromItself(part, parts))
      .map((part) => `${module}/${part}`)
  })
  assert.deepEqual(circles, [])
})

test('files have no import cycles', () => {
  const imported = new Map(files.map((file) => [file, new Set(importsOf(file))]))
  assert.deepEqual(
    files.filter((file) => isReachedFromItself(file, imported)),
    [],
  )
})

function isReachedFromItself(part: string, parts: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set<string>()
  const open = [part]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of parts.get(next) ?? []) {
      if (other === part) return true
      if (!reached.has(other)) open.push(other)
      reached.add(other)
    }
  }
  return false
}

test(`no folder has more than ${FOLDER_FILES_MAX} product files`, () => {
  const counts = new Map<string, number>()
  for (const file of files.filter((one) => /^(contract|protocols|server|web)\//.test(one) && !isTest(one))) {
    counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1)
  }
  const large = [...counts].filter(([, count]) => count > FOLDER_FILES_MAX).map(([folder]) => folder)
  assert.deepEqual(large, [])
})
