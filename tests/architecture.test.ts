/** MAP 5: who may import whom, as a literal table. A room that reaches further than its row fails here. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** `contract`, `protocols/hex`, `platform` and `events` may be imported by every room of server/ unless its row says `only`. */
const mayImport: Record<string, { only?: true; rooms: readonly string[] }> = {
  locales: { only: true, rooms: [] },
  // Error messages in English.
  contract: { only: true, rooms: ['locales', 'protocols/hex'] },
  'protocols/hex': { only: true, rooms: [] },
  'protocols/lightning': { only: true, rooms: ['protocols/hex'] },
  'protocols/nostr': { only: true, rooms: ['protocols/hex'] },
  'protocols/rss': { only: true, rooms: [] },
  'server/platform': { only: true, rooms: ['contract', 'locales', 'protocols/hex'] },
  'server/events': { only: true, rooms: [] },
  'server/ledger': { rooms: [] },
  'server/accounts': { rooms: [] },
  'server/media': { rooms: [] },
  'server/lightning': { rooms: ['protocols/lightning', 'protocols/nostr'] },
  'server/catalog': { rooms: ['server/accounts', 'server/media', 'protocols/nostr', 'protocols/rss'] },
  'server/discovery': { rooms: ['server/catalog'] },
  'server/payments': {
    rooms: [
      'server/ledger',
      'server/lightning',
      'server/catalog',
      'server/accounts',
      'protocols/lightning',
      'protocols/nostr',
    ],
  },
  'server/nostr': {
    rooms: ['protocols/nostr', 'server/accounts', 'server/catalog', 'server/comments', 'server/relay'],
  },
  'server/relay': { rooms: ['protocols/nostr'] },
  'server/wallets': {
    rooms: [
      'server/ledger',
      'server/payments',
      'server/accounts',
      'server/relay',
      'protocols/lightning',
      'protocols/nostr',
    ],
  },
  'server/plays': { rooms: ['server/catalog'] },
  'server/stats': { rooms: ['server/catalog', 'server/accounts'] },
  'server/auth': { rooms: ['server/accounts', 'server/wallets', 'protocols/nostr'] },
  'server/playlists': { rooms: ['server/catalog', 'server/accounts'] },
  'server/comments': { rooms: ['server/catalog', 'server/accounts'] },
  'server/feed': { rooms: ['server/catalog', 'server/comments'] },
  'server/library': { rooms: ['server/catalog', 'server/playlists'] },
  'server/notifications': { rooms: ['server/accounts'] },
  'server/me': {
    rooms: [
      'server/auth',
      'server/accounts',
      'server/media',
      'server/ledger',
      'server/payments',
      'server/notifications',
      'server/catalog',
      'server/playlists',
      'server/library',
      'server/comments',
      'server/wallets',
    ],
  },
  'server/admin': { rooms: ['server/accounts', 'server/catalog', 'server/comments', 'server/relay'] },
  'server/embeds': { rooms: ['server/pages'] },
  'server/settings': { rooms: [] },
  'server/legal': { rooms: [] },
  // pages knows web/ only by file path.
  'server/pages': { rooms: [] },
  web: {
    only: true,
    rooms: [
      'contract',
      'locales',
      'protocols/hex',
      'protocols/lightning',
      'protocols/nostr',
      'web/ui',
      'web/navigation',
    ],
  },
  'web/navigation': { only: true, rooms: [] },
  'web/ui': { only: true, rooms: ['web/navigation'] },
}

/** These see everything: they put the rooms together, or look at them from outside. */
const free = [
  'server/app',
  'server/main',
  'server/start-failure',
  'server/world',
  'server/health',
  'server/subscriptions',
  'server/background',
  'server/demo',
  'scripts',
  'tests',
  'bench',
]

const sharedByAll = ['contract', 'protocols/hex', 'server/platform', 'server/events']

/** The folders inside these rooms, lowest first, and the folders of the same room that each may import. */
const foldersMayImport: Record<string, Record<string, readonly string[]>> = {
  contract: {
    payments: [],
    community: [],
    accounts: ['payments'],
    catalog: ['accounts', 'community'],
    listening: ['catalog'],
    operator: ['accounts', 'payments'],
  },
  'server/platform': {
    config: [],
    network: ['config'],
    files: ['config', 'network'],
    'embedded-postgres': ['files'],
    database: ['config', 'embedded-postgres', 'files'],
    secrets: ['config', 'database'],
    jobs: ['database'],
    http: ['database', 'files', 'jobs'],
  },
  'server/catalog': {
    forms: [],
    content: ['forms'],
    splits: ['content'],
    publishing: ['content'],
    sounds: ['forms', 'publishing', 'splits'],
    music: ['content', 'forms', 'publishing', 'sounds'],
    podcasts: ['content', 'forms', 'music', 'publishing', 'sounds'],
    lists: ['content', 'forms', 'music', 'podcasts', 'sounds'],
  },
  'server/payments': {
    statements: [],
    invoices: [],
    recipients: ['invoices'],
    addresses: ['invoices', 'recipients'],
    zaps: ['addresses', 'invoices', 'recipients', 'statements'],
    payouts: ['addresses', 'invoices', 'recipients', 'statements', 'zaps'],
    forwards: ['addresses', 'payouts', 'statements'],
    keysend: ['invoices', 'payouts', 'recipients', 'statements', 'zaps'],
    incoming: ['invoices', 'keysend', 'recipients', 'statements', 'zaps'],
    audit: ['incoming', 'invoices', 'payouts', 'statements'],
  },
  'server/auth': {
    sessions: [],
    passwords: ['sessions'],
    factors: ['sessions'],
    providers: ['sessions'],
    login: ['factors', 'passwords', 'providers', 'sessions'],
    nostr: ['login', 'sessions'],
    proofs: ['factors', 'login', 'passwords', 'providers', 'sessions'],
  },
}

const FOLDER_FILES_MAX = 25
const largeFolders = [
  'web',
  'web/admin',
  'web/catalog',
  'web/player',
  'web/settings',
  'web/studio',
  'web/ui',
  'web/wallet',
  'web/zap',
]

/** Rooms of web/ that others may use; the rest are lazy and know only these and themselves. */
const sharedInWeb = [
  'ui',
  'navigation',
  'words',
  'session',
  'zap',
  'player',
  'catalog',
  'nostr',
  'notifications',
  'library',
  'playlists',
  'comments',
  'reactions',
  'share',
  'offline',
]

function listSources(folder: string): string[] {
  return fs
    .globSync('**/*.{ts,tsx,mjs}', { cwd: path.join(ROOT, folder), exclude: ['**/node_modules/**', 'dist/**'] })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
}

const known = new Map<string, string[]>()

function importsOf(file: string): string[] {
  const imports = known.get(file) ?? readImports(file)
  known.set(file, imports)
  return imports
}

function readImports(file: string): string[] {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const found = [...source.matchAll(/(?:from\s+|import\s*\(?\s*)'([^']+)'/g)].map((match) => match[1]!)
  return found.flatMap((target) => {
    if (target.startsWith('#')) return [target.slice(1)]
    if (target.startsWith('.')) return [path.posix.join(path.posix.dirname(file), target)]
    return []
  })
}

/** Within web/ these are apart: they know nothing of the product. */
const APART = /^web\/(ui|navigation)(?=\/)/

/** The room of a file: `server/catalog`, `protocols/lightning`, `contract`, `web/ui`; for lone files their name. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  if (first === 'server' || first === 'protocols') return `${first}/${second.replace(/(\.test)?\.\w+$/, '')}`
  if (first === 'web') return APART.exec(file)?.[0] ?? 'web'
  return first.replace(/\.\w+$/, '')
}

/** `catalog` of `web/catalog/…`; what lies in web/ itself is in none. */
const lateRoomOf = (file: string) => /^web\/([^/]+)\//.exec(file)?.[1]

function isOfAnother(file: string, target: string): boolean {
  const [own, other] = [lateRoomOf(file), lateRoomOf(target)]
  return own !== undefined && other !== undefined && own !== other
}

const isTest = (file: string) => /\.(test|conformance|fixture)\.tsx?$/.test(file)

const files = [
  ...['contract', 'locales', 'protocols', 'server', 'web', 'scripts', 'tests', 'bench'].flatMap(listSources),
]

test('every room is in the table', () => {
  const rooms = new Set(files.map(roomOf))
  for (const room of rooms) {
    assert.ok(mayImport[room] !== undefined || free.includes(room), `${room} has no row in tests/architecture.test.ts`)
  }
})

test('nobody imports beyond its row of the table', () => {
  const breaches = files.flatMap((file) => {
    const room = roomOf(file)
    if (free.includes(room)) return []
    const row = mayImport[room]!
    const allowed = new Set([room, ...row.rooms, ...(row.only ? [] : sharedByAll)])
    return (
      importsOf(file)
        // A test of a room of the server may set it up with whatever it takes.
        .filter((target) => !allowed.has(roomOf(target)) && !(isTest(file) && /^(server|tests)/.test(target)))
        .map((target) => `${file} imports ${target}`)
    )
  })
  assert.deepEqual(breaches, [])
})

test('every row of the table is as narrow as the truth', () => {
  const isReached = (room: string, other: string) =>
    files.some(
      (file) => roomOf(file) === room && !isTest(file) && importsOf(file).some((target) => roomOf(target) === other),
    )
  const rows = Object.entries(mayImport)
  const unused = rows.flatMap(([room, row]) =>
    row.rooms.filter((other) => !isReached(room, other)).map((other) => `${room} imports nothing of ${other}`),
  )
  const rooms = new Set(files.map(roomOf))
  const isShared = (room: string) =>
    files.some((file) => importsOf(file).some((target) => isOfAnother(file, target) && lateRoomOf(target) === room))
  const gone = [...Object.keys(mayImport), ...free].filter((room) => !rooms.has(room))
  assert.deepEqual([...unused, ...gone, ...sharedInWeb.filter((room) => !isShared(room))], [])
})

test('rooms of the interface that are loaded late do not import each other', () => {
  const breaches = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => isOfAnother(file, target) && !sharedInWeb.includes(lateRoomOf(target)!))
      .map((target) => `${file} imports ${target}`),
  )
  assert.deepEqual(breaches, [])
})

test('only payments posts to the ledger and calls the node', () => {
  const posting = files.filter((file) => {
    if (file.endsWith('.test.ts') || !file.startsWith('server/')) return false
    return importsOf(file).some((target) => target === 'server/ledger/transfer.ts') && roomOf(file) !== 'server/ledger'
  })
  assert.deepEqual([...new Set(posting.map(roomOf))], ['server/payments'])
})

/** What a file belongs to inside a room: a folder, or the file itself if it is in none. */
function partOf(room: string, file: string): string | undefined {
  return file.startsWith(`${room}/`) ? file.slice(room.length + 1).split('/')[0] : undefined
}

const isFolder = (part: string) => !/\.\w+$/.test(part)

/** The parts of a room, each with the other parts that its product files import. */
function partsOf(room: string): Map<string, ReadonlySet<string>> {
  const parts = new Map<string, Set<string>>()
  for (const file of files.filter((one) => !isTest(one))) {
    const part = partOf(room, file)
    if (part === undefined) continue
    const imported = importsOf(file).flatMap((target) => partOf(room, target) ?? [])
    parts.set(part, new Set([...(parts.get(part) ?? []), ...imported.filter((other) => other !== part)]))
  }
  return parts
}

test('the folders inside a room import the folders in its table, and no others', () => {
  for (const [room, table] of Object.entries(foldersMayImport)) {
    const folders = [...partsOf(room)].filter(([part]) => isFolder(part))
    const imported = folders.map(([part, others]) => [part, [...others].filter(isFolder).sort()])
    assert.deepEqual(Object.fromEntries(imported), table, room)
  }
})

test('folders inside a room do not import each other in circles, not even through a file beside them', () => {
  const rooms = [...new Set(files.map(roomOf))].filter((room) => /^(contract|protocols|server)\b/.test(room))
  const circles = rooms.flatMap((room) => {
    const parts = partsOf(room)
    return [...parts.keys()]
      .filter((part) => isFolder(part) && isReachedFromItself(part, parts))
      .map((part) => `${room}/${part}`)
  })
  assert.deepEqual(circles, [])
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

test(`no folder has more than ${FOLDER_FILES_MAX} product files, apart from those in the list`, () => {
  const counts = new Map<string, number>()
  for (const file of files.filter((one) => /^(contract|protocols|server|web)\//.test(one) && !isTest(one))) {
    counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1)
  }
  const large = [...counts].filter(([, count]) => count > FOLDER_FILES_MAX).map(([folder]) => folder)
  assert.deepEqual(large.sort(), largeFolders)
})
