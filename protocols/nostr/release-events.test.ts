/** Releases and podcasts as Nostr events: the content of each kind, validation against the published schemas, and
 * edge cases of user input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfOtherEvent } from '#tests/nostr-schemas.ts'
import { signEvent } from './event.ts'
import { publicKeyOf } from './keys.ts'
import {
  draftAlbum,
  draftAudioTrack,
  draftEpisode,
  draftMusicTrack,
  draftPodcast,
  draftRelease,
  draftShow,
  type AlbumWork,
  type Draft,
  type EpisodeWork,
  type PodcastWork,
  type TrackWork,
} from './release-events.ts'

const SECRET = new Uint8Array(32).fill(7)
const by = { pubkey: publicKeyOf(SECRET), publicUrl: 'https://peal.example' }
const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')
const genres = { genre: 'Folk', subgenre: 'Indie Folk' }
const none = { genre: null, subgenre: null }

const TRACK: TrackWork = {
  id: '0190f000-0000-7000-8000-000000000001',
  title: 'Paper Boats',
  artist: 'The Quiet Hours',
  albumTitle: 'Storm Songs',
  artworkUrl: '/files/pictures/cover.jpg',
  liveUrl: '/files/media/paper-boats.mp3',
  duration: 182.4,
  order: 2,
  isExplicit: false,
  isDraft: false,
  publishedAt: '2026-02-03T23:30:00.000Z',
}
const ALBUM: AlbumWork = {
  id: '0190f000-0000-7000-8000-0000000000aa',
  title: 'Storm Songs',
  description: 'Weather, mostly.',
  artworkUrl: '/files/pictures/cover.jpg',
  isSingle: false,
  artist: { name: 'The Quiet Hours' },
}
const EPISODE: EpisodeWork = {
  id: '0190f000-0000-7000-8000-0000000000e1',
  guid: 'https://old.example/?p=1',
  title: 'On rain',
  description: 'An hour about rain.',
  artworkUrl: 'https://cdn.example/show.jpg',
  liveUrl: 'https://cdn.example/on-rain.mp3',
  duration: 3_600,
  isDraft: false,
  publishedAt: '2026-02-03T08:00:00.000Z',
}
const PODCAST: PodcastWork = {
  id: '0190f000-0000-7000-8000-0000000000bb',
  guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
  name: 'Storm Talk',
  podcastUrl: 'storm-talk',
  description: 'Songs and weather.',
  artworkUrl: null,
  website: 'https://storm.example/talk',
}

const valuesOf = ({ tags }: Draft, name: string) => tags.filter((tag) => tag[0] === name).map((tag) => tag.slice(1))
const valueOf = (draft: Draft, name: string) => valuesOf(draft, name)[0]?.[0]

test('a track is a kind 36787 with all fields of its specification', () => {
  const draft = draftMusicTrack(TRACK, genres, by)
  assert.deepEqual(draft, {
    kind: 36_787,
    content: '',
    tags: [
      ['d', TRACK.id],
      ['title', 'Paper Boats'],
      ['artist', 'The Quiet Hours'],
      ['url', 'https://peal.example/files/media/paper-boats.mp3'],
      ['t', 'music'],
      ['t', 'folk'],
      ['t', 'indie folk'],
      ['image', 'https://peal.example/files/pictures/cover.jpg'],
      ['album', 'Storm Songs'],
      ['track_number', '2'],
      ['released', '2026-02-03'],
      ['duration', '182'],
      ['format', 'mp3'],
      ['zap', by.pubkey, 'wss://peal.example/relay', '1'],
      ['alt', 'Music track: Paper Boats by The Quiet Hours'],
    ],
  })
  assert.equal(valueOf(draftMusicTrack({ ...TRACK, isExplicit: true }, genres, by), 'explicit'), 'true')
})

test('a track is also a kind 31337 with the same audio, described by imeta', () => {
  const draft = draftAudioTrack(TRACK, genres, by)
  const url = 'https://peal.example/files/media/paper-boats.mp3'
  assert.equal(draft.kind, 31_337)
  assert.deepEqual(draft.tags, [
    ['d', TRACK.id],
    ['type', 'music'],
    ['media', url],
    ['imeta', `url ${url}`, 'm audio/mpeg', 'duration 182', 'image https://peal.example/files/pictures/cover.jpg'],
    ['title', 'Paper Boats'],
    ['subject', 'Paper Boats'],
    ['c', 'The Quiet Hours', 'artist'],
    ['c', 'Storm Songs', 'album'],
    ['c', '2', 'track_number'],
    ['c', '2026', 'year'],
    ['c', 'Folk', 'genre'],
    ['c', 'Indie Folk', 'subgenre'],
    ['p', by.pubkey, '', 'The Quiet Hours'],
    ['website', `https://peal.example/track/${TRACK.id}`],
    ['duration', '182'],
    ['published_at', String(Date.parse(TRACK.publishedAt ?? '') / 1_000)],
    ['zap', by.pubkey, 'wss://peal.example/relay', '1'],
  ])
})

test('a release is a list of its tracks in order, published after them', () => {
  const first = { ...TRACK, id: '0190f000-0000-7000-8000-000000000000', title: 'First Light', order: 1 }
  const works = draftRelease(ALBUM, [TRACK, first], genres, by, NOW_MS)
  assert.deepEqual(
    works.map(({ title, contentId, draft }) => [draft.kind, title, contentId]),
    [
      [31_337, 'First Light', first.id],
      [36_787, 'First Light', first.id],
      [31_337, 'Paper Boats', TRACK.id],
      [36_787, 'Paper Boats', TRACK.id],
      [34_139, 'Storm Songs', ALBUM.id],
    ],
  )
  const list = works.at(-1)!.draft
  assert.equal(valueOf(list, 'd'), ALBUM.id)
  assert.equal(valueOf(list, 'alt'), 'Album: Storm Songs by The Quiet Hours')
  assert.equal(list.content, 'Weather, mostly.')
  assert.deepEqual(valuesOf(list, 'a'), [[`36787:${by.pubkey}:${first.id}`], [`36787:${by.pubkey}:${TRACK.id}`]])
  assert.deepEqual(valuesOf(list, 't').flat(), ['music', 'album', 'folk', 'indie folk'])
})

test('a show is a kind 10154 and its episodes are kind 54, oldest first, with their ids on this server', () => {
  const older = { ...EPISODE, id: '0190f000-0000-7000-8000-0000000000e0', publishedAt: '2026-01-01T08:00:00.000Z' }
  const works = draftPodcast(PODCAST, [EPISODE, older], by, NOW_MS)
  assert.deepEqual(
    works.map(({ contentId }) => contentId),
    [PODCAST.id, older.id, EPISODE.id],
  )
  const page = 'https://peal.example/podcast/storm-talk'
  assert.deepEqual(works[0]!.draft, {
    kind: 10_154,
    content: '',
    tags: [
      ['title', 'Storm Talk'],
      ['description', 'Songs and weather.'],
      ['website', page],
      ['website', 'https://storm.example/talk'],
      ['i', `podcast:guid:${PODCAST.guid}`, page],
      ['k', 'podcast:guid'],
    ],
  })
  assert.deepEqual(works[2]!.draft, {
    kind: 54,
    content: 'An hour about rain.',
    tags: [
      ['title', 'On rain'],
      ['image', 'https://cdn.example/show.jpg'],
      ['description', 'An hour about rain.'],
      ['audio', 'https://cdn.example/on-rain.mp3', 'audio/mpeg'],
      ['i', 'podcast:item:guid:https://old.example/?p=1', `https://peal.example/episode/${EPISODE.id}`],
      ['k', 'podcast:item:guid'],
    ],
  })
})

test('drafts, scheduled content and unfinished audio are not published', () => {
  const hidden = [
    { ...TRACK, isDraft: true },
    { ...TRACK, liveUrl: null },
    { ...TRACK, publishedAt: new Date(NOW_MS + 1).toISOString() },
  ]
  assert.deepEqual(
    draftRelease(ALBUM, hidden, none, by, NOW_MS).map(({ draft }) => draft.kind),
    [34_139],
  )
  const out = [{ ...TRACK, publishedAt: new Date(NOW_MS).toISOString() }]
  assert.equal(draftRelease(ALBUM, out, none, by, NOW_MS).length, 3)
  assert.throws(() => draftMusicTrack(hidden[1]!, none, by), /no audio/)
})

test('missing values and invalid URLs are left out', () => {
  const bare = { ...TRACK, artworkUrl: null, duration: null, publishedAt: null }
  const music = draftMusicTrack(bare, none, by)
  for (const name of ['image', 'duration', 'released', 'explicit']) assert.equal(valueOf(music, name), undefined, name)
  assert.deepEqual(valuesOf(music, 't'), [['music']])
  const audio = draftAudioTrack(bare, none, by)
  for (const name of ['duration', 'published_at']) assert.equal(valueOf(audio, name), undefined, name)
  // A file of 0.3 seconds is not reported as 0 seconds.
  assert.equal(valueOf(draftMusicTrack({ ...TRACK, duration: 0.3 }, none, by), 'duration'), '1')
  assert.equal(valueOf(draftMusicTrack({ ...TRACK, liveUrl: '/files/x.weba' }, none, by), 'format'), undefined)
  for (const website of [null, '@storm', 'javascript:alert(1)', 'https://peal.example/podcast/storm-talk']) {
    assert.equal(valuesOf(draftShow({ ...PODCAST, website }, by), 'website').length, 1, String(website))
  }
  assert.equal(valueOf(draftAlbum({ ...ALBUM, description: null }, [], none, by), 'description'), undefined)
})

test('a long description is complete in the content and shortened in its tag', () => {
  const description = '🌧️ rain '.repeat(100)
  const draft = draftEpisode({ ...EPISODE, description }, by)
  assert.equal(draft.content, description)
  const brief = valueOf(draft, 'description') ?? ''
  assert.equal([...brief].length, 300)
  assert.ok(brief.endsWith('…') && brief.isWellFormed())
  assert.equal(valueOf(draftEpisode({ ...EPISODE, description: 'x'.repeat(300) }, by), 'description')?.length, 300)
})

test('signed events match the published schemas of events and tags', () => {
  const drafts = [
    ...draftRelease(ALBUM, [TRACK], genres, by, NOW_MS),
    ...draftPodcast({ ...PODCAST, artworkUrl: '/x.jpg' }, [EPISODE], by, NOW_MS),
  ].map(({ draft }) => draft)
  for (const draft of drafts) {
    const event = signEvent({ ...draft, created_at: 1_770_000_000 }, SECRET)
    assert.deepEqual(faultsOfOtherEvent(event), [], `kind ${draft.kind}`)
  }
  const broken = { ...draftAlbum(ALBUM, [], none, { ...by, pubkey: 'nobody' }), created_at: 1_770_000_000 }
  broken.tags.push(['a', '36787:nobody:x'])
  assert.notDeepEqual(faultsOfOtherEvent(signEvent(broken, SECRET)), [])
})
