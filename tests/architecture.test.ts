/** MAP 5: who may import whom, as a literal table. A room that reaches further than its row fails here. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Unless its row says `only`, a room of server/ may also import `contract`, `protocols/hex`, `platform` and `events`, and
 * a room of web/ `contract`, `protocols/hex` and the lowest rooms of web/. */
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
  // The rooms of web/, lowest first: a row names only rooms of web/ that come before it.
  'web/navigation': { only: true, rooms: [] },
  'web/words': { only: true, rooms: ['contract', 'locales'] },
  'web/ui': { only: true, rooms: ['web/navigation'] },
  'web/data': { only: true, rooms: ['contract', 'web/words'] },
  'web/routes': { only: true, rooms: [] },
  'web/format': { rooms: ['protocols/lightning'] },
  'web/nostr': { rooms: ['protocols/nostr'] },
  'web/session': { rooms: ['web/routes', 'web/nostr'] },
  'web/frame': { rooms: ['web/routes', 'web/session'] },
  'web/likes': { rooms: ['protocols/nostr', 'web/nostr', 'web/session'] },
  'web/zap': { rooms: ['protocols/nostr', 'web/routes', 'web/format', 'web/nostr', 'web/session'] },
  'web/player': { rooms: ['web/session', 'web/frame', 'web/likes', 'web/zap'] },
  'web/content': { rooms: ['web/format', 'web/frame', 'web/likes', 'web/zap', 'web/player'] },
  'web/offline': { rooms: ['web/session', 'web/frame', 'web/player', 'web/content'] },
  'web/playlists': { rooms: ['web/session', 'web/frame', 'web/likes', 'web/player', 'web/content', 'web/offline'] },
  'web/comments': {
    rooms: ['web/format', 'web/nostr', 'web/session', 'web/frame', 'web/likes', 'web/zap', 'web/player', 'web/content'],
  },
  'web/reactions': { rooms: ['protocols/nostr', 'web/nostr', 'web/session', 'web/comments'] },
  'web/notifications': { rooms: ['web/format', 'web/session', 'web/frame'] },
  'web/catalog': {
    rooms: [
      'web/routes',
      'web/session',
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
    rooms: [
      'web/format',
      'web/session',
      'web/frame',
      'web/player',
      'web/content',
      'web/offline',
      'web/playlists',
      'web/notifications',
    ],
  },
  'web/people': {
    rooms: ['web/routes', 'web/session', 'web/frame', 'web/likes', 'web/player', 'web/content', 'web/playlists'],
  },
  'web/feed': {
    rooms: ['protocols/nostr', 'web/format', 'web/nostr', 'web/session', 'web/frame', 'web/player', 'web/content'],
  },
  'web/room': { rooms: ['protocols/nostr', 'web/nostr', 'web/session', 'web/frame', 'web/player'] },
  'web/messages': { rooms: ['protocols/nostr', 'web/nostr', 'web/session', 'web/frame'] },
  'web/account': { rooms: ['web/format', 'web/nostr', 'web/session', 'web/frame'] },
  'web/onboarding': { rooms: ['protocols/lightning', 'web/format', 'web/session', 'web/frame'] },
  'web/wallet': {
    rooms: ['protocols/lightning', 'web/routes', 'web/format', 'web/session', 'web/frame', 'web/notifications'],
  },
  'web/settings': {
    rooms: [
      'protocols/lightning',
      'protocols/nostr',
      'web/routes',
      'web/format',
      'web/nostr',
      'web/session',
      'web/frame',
      'web/offline',
      'web/comments',
    ],
  },
  'web/studio': {
    rooms: [
      'protocols/nostr',
      'web/routes',
      'web/format',
      'web/nostr',
      'web/session',
      'web/frame',
      'web/player',
      'web/comments',
      'web/catalog',
    ],
  },
  'web/admin': { rooms: ['protocols/nostr', 'web/format', 'web/session', 'web/frame'] },
  'web/open': { rooms: ['web/routes', 'web/frame'] },
  'web/legal': { rooms: ['web/frame'] },
  'web/docs': { rooms: ['web/frame'] },
  'web/sandbox': { rooms: ['protocols/lightning', 'web/frame'] },
  'web/design': { rooms: ['web/frame', 'web/player'] },
  'web/embed': { rooms: ['web/player'] },
  'web/shell': {
    rooms: [
      'web/routes',
      'web/session',
      'web/frame',
      'web/zap',
      'web/player',
      'web/offline',
      'web/playlists',
      'web/catalog',
    ],
  },
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
  'web/app',
  'web/boot',
  'web/entry-client',
  'web/entry-server',
  'web/own-pages',
  'web/router',
  'scripts',
  'tests',
  'bench',
]

const sharedByAll = ['contract', 'protocols/hex', 'server/platform', 'server/events']
const lowestInWeb = ['contract', 'protocols/hex', 'web/navigation', 'web/words', 'web/ui', 'web/data']

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
  'web/ui': {
    controls: [],
    pictures: ['controls'],
    layout: [],
    states: ['controls'],
    charts: ['controls', 'layout', 'states'],
    overlays: ['controls'],
  },
  'web/zap': {
    payment: [],
    dialog: ['payment'],
  },
  'web/player': {
    engine: [],
    state: ['engine'],
    share: ['state'],
    playing: ['state'],
    bar: ['engine', 'playing', 'share', 'state'],
  },
  'web/offline': {
    worker: [],
  },
  'web/catalog': {
    lists: [],
    search: ['lists'],
    details: [],
    home: [],
  },
  'web/wallet': {
    receipt: [],
    address: [],
    withdraw: ['address'],
    deposit: [],
    statement: [],
  },
  'web/settings': {
    nostr: [],
    notifications: [],
    account: ['notifications'],
    login: [],
    money: [],
    profile: [],
  },
  'web/studio': {
    editors: [],
    waveform: [],
    lyrics: ['editors', 'waveform'],
    forms: [],
    uploads: ['forms'],
    artwork: ['editors', 'uploads', 'waveform'],
    content: ['artwork', 'forms'],
    splits: ['content', 'editors', 'waveform'],
    credits: ['editors', 'splits'],
    publishing: ['forms', 'uploads'],
    sounds: ['editors', 'forms', 'publishing', 'uploads'],
    nostr: ['publishing', 'uploads'],
    frame: ['content', 'credits', 'forms', 'nostr', 'publishing', 'sounds', 'splits', 'waveform'],
    release: ['artwork', 'content', 'forms', 'publishing', 'uploads'],
    chapters: ['artwork', 'editors', 'forms', 'waveform'],
    analytics: ['content'],
    overview: ['content', 'forms', 'publishing'],
  },
  'web/admin': {
    takedown: [],
    money: [],
  },
}

const FOLDER_FILES_MAX = 25
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

/** The room of a file: `server/catalog`, `protocols/lightning`, `contract`, `web/ui`; for lone files their name. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  if (['server', 'protocols', 'web'].includes(first)) return `${first}/${second.replace(/(\.test)?\.\w+$/, '')}`
  return first.replace(/\.\w+$/, '')
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
    const allowed = new Set([
      room,
      ...row.rooms,
      ...(row.only ? [] : room.startsWith('web/') ? lowestInWeb : sharedByAll),
    ])
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
  const gone = [...Object.keys(mayImport), ...free].filter((room) => !rooms.has(room))
  assert.deepEqual([...unused, ...gone], [])
})

test('the rooms of web/ are in layers: each may import only rooms whose rows come before its own', () => {
  const rows = Object.keys(mayImport).filter((room) => room.startsWith('web/'))
  const upward = rows.flatMap((room, index) =>
    [...mayImport[room]!.rooms, ...(mayImport[room]!.only ? [] : lowestInWeb)]
      .filter((other) => other.startsWith('web/') && !rows.slice(0, index).includes(other))
      .map((other) => `${room} may import ${other}`),
  )
  assert.deepEqual(upward, [])
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
  const rooms = [...new Set(files.map(roomOf))].filter((room) => /^(contract|protocols|server|web)\b/.test(room))
  const circles = rooms.flatMap((room) => {
    const parts = partsOf(room)
    return [...parts.keys()]
      .filter((part) => isFolder(part) && isReachedFromItself(part, parts))
      .map((part) => `${room}/${part}`)
  })
  assert.deepEqual(circles, [])
})

test('files do not import each other in circles', () => {
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
