/** What becomes of dropped folders, also of folders with useless or contradicting tags. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { noTags } from '#server/media/audio-tags.ts'
import type { Own } from '#web/studio/content/own.ts'
import type { Tags, Upload } from '#web/studio/uploads/upload.ts'
import { albumFolders } from './folders.ts'
import { type Draft, planFolder } from './plan.ts'

const NO_TAGS: Tags = { ...noTags, pictureUrl: null }
const MODIFIED = Date.parse('2020-01-01T00:00:00Z')
const upload = (name: string, tags: Partial<Tags> | null = {}, bytes = 'sound'): Upload =>
  ({
    key: name,
    file: new File([bytes], name, { lastModified: MODIFIED }),
    tags: tags && { ...NO_TAGS, ...tags },
    isReading: false,
  }) as Upload

const own = (artists: string[] = [], albums: object[] = []): Own =>
  ({ artists: artists.map((name) => ({ id: name, name })), albums, podcasts: [] }) as unknown as Own
const plan = (uploads: Upload[], { mine = own(), drafts = [] as Draft[], folder = {} } = {}) =>
  planFolder({ parentId: 'folder 1', path: 'L/Some_Folder', count: uploads.length, cover: null, ...folder }, uploads, {
    own: mine,
    drafts,
    findGenre: () => null,
  })

test('files are grouped by folder, and the folders of discs belong to their album', () => {
  const file = (path: string) => ({ name: path.split('/').at(-1)!, size: 1, webkitRelativePath: path })
  const paths = [
    'L/B/CD 2/1.mp3',
    'L/B/CD1/1.mp3',
    'L/A/10.mp3',
    'L/A/2.mp3',
    'L/A/cover.jpg',
    'L/notes/a.txt',
    'L/B/x.exe',
  ]
  const folders = albumFolders(paths.map(file), ({ name }) => name.endsWith('.jpg'))
  assert.deepEqual(
    folders.map(({ path, files, pictures }) => [path, files.map((one) => one.webkitRelativePath), pictures.length]),
    [
      ['L/A', ['L/A/2.mp3', 'L/A/10.mp3'], 1],
      ['L/B', ['L/B/CD 2/1.mp3', 'L/B/CD1/1.mp3'], 0],
    ],
  )
})

test('a folder becomes an album of the artist of this name, or of a new one', () => {
  const tags = { album: 'Dawn', artist: ' mara okafor' }
  const known = plan([upload('1.flac', tags), upload('2.flac', tags)], { mine: own(['Mara Okafor']) })
  assert.deepEqual(
    [known.fields.artistId, known.fields.artistName, known.isIncluded],
    ['Mara Okafor', 'Mara Okafor', true],
  )
  const added = plan([upload('1.flac', tags)])
  assert.deepEqual([added.fields.artistId, added.fields.artistName], ['', 'mara okafor'])
})

test('without any tags, the folder is the title, and the only artist of the account is the artist', () => {
  const { fields, isIncluded } = plan([upload('1.flac', null)], { mine: own(['Mara']) })
  assert.deepEqual(
    [fields.title, fields.artistName, fields.originalDate, isIncluded],
    ['Some Folder', 'Mara', '', true],
  )
  assert.equal(plan([upload('1.flac', null)]).isIncluded, false, 'the artist has to be chosen')
})

test('files of many artists are a compilation of their label', () => {
  const many = ['Ada', 'Björn', 'Çetin', '🎹'].map((artist) => upload(`${artist}.flac`, { artist, label: 'Moon' }))
  const { isCompilation, fields } = plan(many)
  assert.deepEqual([isCompilation, fields.kind, fields.artistName], [true, 'compilation', 'Moon'])
})

test('41 files with equal titles are 41 tracks; more than an album has are left out', () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      upload(`${index}.flac`, { title: 'Same', artist: 'Ada', trackNumber: index % 2 ? 0 : 100 }),
    )
  assert.deepEqual([plan(files(41)).added.length, plan(files(41)).isIncluded], [41, true])
  const tooMany = plan(files(ALBUM_TRACKS_MAX + 1))
  assert.deepEqual([tooMany.isTooLong, tooMany.isIncluded], [true, false])
  const unread = (count: number) => plan([], { folder: { count } })
  assert.deepEqual([unread(60).isTooLong, unread(60).isReading], [true, false], 'known without reading tags')
  assert.deepEqual([unread(50).isTooLong, unread(50).isReading], [false, true])
})

test('an impossible date is none, so that the draft says that it lacks one', () => {
  for (const originalDate of ['0000', '9999', '2019-13', '2019-02-30', 'May']) {
    assert.equal(plan([upload('1.flac', { artist: 'Ada', originalDate })]).fields.originalDate, '', originalDate)
  }
  assert.equal(plan([upload('1.flac', { artist: 'Ada', originalDate: '1969-09' })]).fields.originalDate, '1969-09')
})

test('a folder that was dropped before continues its draft with the files that are missing there', () => {
  const announced = (name: string) => ({ name, sizeBytes: 5, modifiedAt: new Date(MODIFIED).toISOString() })
  const track = (name: string, state: 'ready' | 'awaiting') =>
    ({ id: name, title: name, uploadId: name, state, file: announced(name) }) as const
  const draft = { id: 'draft', tracks: [track('1.flac', 'ready'), track('2.flac', 'awaiting')] } as unknown as Draft
  const files = ['1.flac', '2.flac', '3.flac'].map((name) => upload(name, { artist: 'Ada' }))
  const continued = plan(files, { drafts: [draft] })
  assert.equal(continued.draft, draft)
  assert.deepEqual(
    continued.resumed.map((one) => one.track.id),
    ['2.flac'],
  )
  assert.deepEqual(
    continued.added.map(({ key }) => key),
    ['3.flac'],
  )
  const complete = plan(files.slice(0, 1), { drafts: [draft] })
  assert.equal(complete.isIncluded, false, 'nothing is left to send')
  const other = plan([upload('1.flac', { artist: 'Ada' }, 'other sound')], { drafts: [draft] })
  assert.equal(other.draft, null, 'a file of the same name but another size is another file')
})

test('a draft of the same artist and title without tracks is continued with all files', () => {
  const files = ['1.flac', '2.flac'].map((name) => upload(name, { artist: 'Ada', album: 'Dawn' }))
  const mine = own(['Ada'], [{ artistId: 'Ada', title: 'Dawn' }])
  const empty = { id: 'draft', artist: 'ada', title: 'dawn ', tracks: [] } as unknown as Draft
  const continued = plan(files, { mine, drafts: [empty] })
  assert.deepEqual(
    [continued.draft, continued.added.length, continued.isDuplicate, continued.isIncluded],
    [empty, 2, false, true],
  )
  for (const other of [{ artist: 'Eva' }, { title: 'Dusk' }, { tracks: [{ file: null }] }]) {
    assert.equal(plan(files, { mine, drafts: [{ ...empty, ...other } as Draft] }).draft, null)
  }
})

test('a release with this title already exists: the folder is left out unless the user includes it', () => {
  const mine = own(['Ada'], [{ artistId: 'Ada', title: 'dawn ' }])
  const files = [upload('1.flac', { artist: 'Ada', album: 'Dawn' })]
  assert.deepEqual([plan(files, { mine }).isDuplicate, plan(files, { mine }).isIncluded], [true, false])
  assert.equal(plan(files, { mine, folder: { isIncluded: true } }).isIncluded, true)
  assert.equal(plan(files, { mine: own(['Ada'], [{ artistId: 'Eva', title: 'Dawn' }]) }).isDuplicate, false)
})
