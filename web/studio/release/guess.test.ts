/** What the files of a folder say about their release. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverAmong, folderOf, guessRelease, named, genreNamed } from './guess.ts'
import type { Tags } from '#web/studio/uploads/upload.ts'

const NONE: Tags = {
  title: null,
  artist: null,
  album: null,
  albumArtist: null,
  trackNumber: null,
  discNumber: null,
  discTitle: null,
  genre: null,
  year: null,
  originalDate: null,
  label: null,
  copyright: null,
  isrc: null,
  lyrics: null,
  composers: [],
  lyricists: [],
  performers: [],
  pictureUrl: null,
}

test('a release gets the title that most of its files have', () => {
  const tags = ['Slow Lightning', 'Slow Lightning', 'Demos'].map((album) => ({ ...NONE, album }))
  assert.equal(guessRelease([...tags, null]).title, 'Slow Lightning')
})

test('the album artist takes precedence over artists of single tracks', () => {
  const tags = [
    { ...NONE, artist: 'Mara Okafor & Teodor Lind', albumArtist: 'Mara Okafor' },
    { ...NONE, artist: 'Mara Okafor & Teodor Lind' },
  ]
  assert.equal(guessRelease(tags).artist, 'Mara Okafor')
  assert.equal(guessRelease([{ ...NONE, artist: 'Mara Okafor' }]).artist, 'Mara Okafor')
})

test('without tags, the name of the folder is used, or nothing', () => {
  assert.deepEqual(guessRelease([null, NONE], 'Slow_Lightning'), {
    title: 'Slow Lightning',
    artist: '',
    genre: '',
    originalDate: '',
    label: '',
    phonogramLine: '',
    copyrightLine: '',
    discCount: 1,
    discTitles: '',
    isCompilation: false,
    pictureUrl: null,
  })
  assert.equal(guessRelease([]).title, '')
  for (const file of ['01 One.wav', 'Disc 1/01 One.wav', 'CD_02/01 One.wav']) {
    const folder = folderOf({ webkitRelativePath: `Music/Slow Lightning/${file}` })
    assert.equal(guessRelease([null], folder).title, 'Slow Lightning', file)
  }
  assert.equal(folderOf({ webkitRelativePath: 'Disc 1/01 One.wav' }), 'Disc 1')
  assert.equal(folderOf({ webkitRelativePath: '' }), '')
})

test('a single is called like its only track when no tag and no folder names it', () => {
  assert.equal(guessRelease([NONE], '', ['Low Tide']).title, 'Low Tide')
  assert.equal(guessRelease([{ ...NONE, album: 'Shore' }], '', ['Low Tide']).title, 'Shore')
  assert.equal(guessRelease([NONE], 'Shore', ['Low Tide']).title, 'Shore')
  assert.equal(guessRelease([NONE, NONE], '', ['Low Tide', 'High Tide']).title, '')
})

test('the copyright tag is the line that its symbols name, or both', () => {
  const linesOf = (copyright: string) => {
    const { phonogramLine, copyrightLine } = guessRelease([{ ...NONE, copyright }])
    return [phonogramLine, copyrightLine]
  }
  assert.deepEqual(linesOf('2019 Moon Records'), ['', '2019 Moon Records'])
  assert.deepEqual(linesOf('© 2019 Moon Records'), ['', '2019 Moon Records'])
  assert.deepEqual(linesOf('(P) 2019 Moon Records'), ['2019 Moon Records', ''])
  assert.deepEqual(linesOf('℗ & © 2019 Moon Records'), ['2019 Moon Records', '2019 Moon Records'])
})

test('"Various Artists" is no artist, but a compilation', () => {
  for (const albumArtist of ['Various Artists', 'various', 'VA', 'Verschiedene Interpreten', 'オムニバス']) {
    const { artist, isCompilation } = guessRelease([{ ...NONE, artist: 'Mara', albumArtist }])
    assert.deepEqual([artist, isCompilation], ['', true], albumArtist)
  }
  assert.equal(guessRelease([{ ...NONE, albumArtist: 'Vera' }]).isCompilation, false)
})

test('discs have the titles that their files name, also when a disc is missing', () => {
  const tags = [
    { ...NONE, discTitle: 'Dayside' },
    { ...NONE, discNumber: 3, discTitle: 'Nightside' },
    { ...NONE, discNumber: 4 },
  ]
  const { discCount, discTitles } = guessRelease(tags)
  assert.deepEqual([discCount, discTitles], [4, 'Dayside\n\nNightside'])
})

test('the first image found is the cover', () => {
  assert.equal(
    guessRelease([NONE, { ...NONE, pictureUrl: '/one' }, { ...NONE, pictureUrl: '/two' }]).pictureUrl,
    '/one',
  )
})

test('names match in any case, and an empty name matches nothing', () => {
  const artists = [{ name: 'Mara Okafor' }]
  assert.equal(named(artists, ' mara okafor '), artists[0])
  assert.equal(named(artists, ''), undefined)
})

test('of several images the cover is the one named so', () => {
  assert.equal(coverAmong([{ name: 'back.jpg' }, { name: 'Cover.jpg' }])?.name, 'Cover.jpg')
  assert.equal(coverAmong([{ name: 'back.jpg' }])?.name, 'back.jpg')
})

test('a genre in the files is matched to ours, including subgenres and spellings', () => {
  const genres = [
    { id: 9, name: 'Electronic' },
    { id: 14, name: 'Hip Hop & Rap' },
    { id: 22, name: 'Rock' },
  ]
  const subgenres = [
    { id: 904, genreId: 9, name: 'Drum & Bass' },
    { id: 913, genreId: 9, name: 'Techno' },
    { id: 1003, genreId: 10, name: 'Musique Concrète' },
  ]
  const found = (tag: string) => {
    const { genreId = null, subgenreId = null } = genreNamed(genres, subgenres, tag) ?? {}
    return [genreId, subgenreId]
  }
  assert.deepEqual(['Techno', 'drum and bass', "Drum'n'Bass", 'Drum n Bass', 'musique concrete'].map(found), [
    [9, 913],
    [9, 904],
    [9, 904],
    [9, 904],
    [10, 1003],
  ])
  assert.deepEqual(['Electronic; Techno', 'ROCK', 'Hip-Hop', 'Rap', 'Polka', ''].map(found), [
    [9, 913],
    [22, null],
    [14, null],
    [14, null],
    [null, null],
    [null, null],
  ])
})
