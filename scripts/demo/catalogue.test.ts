/** Checks that the demo catalogue is consistent and that its artwork can be drawn.
 * It needs no database. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { demoAccounts, demoAlbums, demoArtists, demoPodcasts } from './catalogue.ts'
import { designs, renderArtwork, renderCover } from './covers.ts'
import { demoZaps } from './zaps.ts'

describe('demo catalogue', () => {
  it('names only accounts, artists and tracks that exist', () => {
    const usernames = new Set(demoAccounts.map(({ username }) => username))
    const artistKeys = new Set(demoArtists.map(({ key }) => key))
    const trackKeys = new Set(demoAlbums.flatMap(({ tracks }) => tracks.map(({ key }) => key)))
    for (const { ownerUsername } of [...demoArtists, ...demoPodcasts]) assert.ok(usernames.has(ownerUsername))
    for (const { artistKey } of demoAlbums) assert.ok(artistKeys.has(artistKey))
    for (const { split } of [...demoAlbums, ...demoPodcasts]) {
      assert.equal(new Set(split.map(({ username }) => username)).size, split.length)
      for (const { username, weight } of split)
        assert.ok(usernames.has(username) && Number.isSafeInteger(weight) && weight > 0)
    }
    const episodes = demoPodcasts.flatMap((podcast) => podcast.episodes)
    const episodeKeys = new Set(episodes.map(({ key }) => key))
    for (const { timeSplits } of episodes) for (const { track } of timeSplits ?? []) assert.ok(trackKeys.has(track))
    for (const { track, episode } of demoZaps) {
      assert.ok(track === undefined ? episodeKeys.has(episode ?? '') : episode === undefined && trackKeys.has(track))
    }
    for (const { from } of demoZaps) assert.ok(from === 'outside' || usernames.has(from))
  })

  it('shows what the product can do: lyrics in time, chapters, splits by second, comments at a second', () => {
    const lyrics = demoAlbums.flatMap(({ tracks }) => tracks.flatMap((track) => track.lyrics ?? []))
    for (const text of lyrics) {
      const { isTimed, lines, problems } = parseLyrics(text)
      assert.ok(isTimed && lines.every(({ timeSeconds }) => timeSeconds !== null))
      assert.deepEqual(problems, [])
    }
    assert.equal(lyrics.length, 2)
    const episodes = demoPodcasts.flatMap((podcast) => podcast.episodes)
    assert.ok(episodes.every(({ chapters }) => chapters.length > 1))
    assert.ok(episodes.some(({ timeSplits }) => timeSplits !== undefined))
    assert.ok(demoZaps.filter(({ comment, atSeconds }) => comment && atSeconds !== undefined).length >= 3)
  })

  it('plays every piece exactly once', () => {
    const files = fs.readdirSync(new URL('music', import.meta.url))
    const pieces = files.map((file) => file.replace(/\.opus$/, ''))
    const played = [...demoAlbums.flatMap(({ tracks }) => tracks), ...demoPodcasts.flatMap(({ episodes }) => episodes)]
    assert.deepEqual(played.map(({ piece }) => piece).toSorted(), pieces.toSorted())
  })

  it('keeps within the limits of the product and to reserved domains', () => {
    for (const { bio, website } of demoArtists)
      assert.ok(bio.length <= 1_000 && new URL(website).hostname.endsWith('.example'))
    for (const { email, password, username } of demoAccounts) {
      assert.ok(email.endsWith('@peal.example') && password.length >= 10)
      assert.match(username, /^[a-z0-9_-]{3,30}$/)
    }
    for (const { description } of [...demoAlbums, ...demoPodcasts]) assert.ok(description.length <= 1_000)
  })

  it('draws every design the same each time, without text or anything from outside', () => {
    for (const design of designs) {
      const svg = renderCover(design, 7)
      assert.equal(svg, renderCover(design, 7))
      assert.doesNotMatch(svg, /<text|<image|href|NaN|undefined/)
    }
  })

  it('makes a square JPEG of every design', async () => {
    for (const design of designs) {
      const { format, width, height } = await sharp(Buffer.from(renderCover(design, 7))).metadata()
      assert.deepEqual([format, width, height], ['svg', 1_400, 1_400])
    }
    const { format, width, height } = await sharp(await renderArtwork('slow-lightning', 7)).metadata()
    assert.deepEqual([format, width, height], ['jpeg', 1_400, 1_400])
  })
})
