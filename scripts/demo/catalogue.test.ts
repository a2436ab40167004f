/** Checks that the demo catalogue is consistent, that its files exist, and that its artwork can be drawn.
 * It needs no database. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { ratesOf } from '#server/auth/login/limits.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { demoAlbums } from './catalogue.ts'
import { type Artwork, designs, developPhotograph, renderArtwork, renderCover } from './covers.ts'
import { TICKETS_MAX } from './extras.ts'
import { demoEvents, demoPromos } from './events.ts'
import { demoImagery } from './imagery.ts'
import { demoAccounts, demoArtists } from './people.ts'
import { demoPlaylists } from './playlists.ts'
import { demoPodcasts } from './shows.ts'
import { demoDeposits, demoZaps } from './zaps.ts'

const tracks = demoAlbums.flatMap((album) => album.tracks)
const episodes = demoPodcasts.flatMap((podcast) => podcast.episodes)
const filesOf = (folder: string) => fs.readdirSync(new URL(folder, import.meta.url)).toSorted()
const photographs = filesOf('photographs').map((file) => file.replace(/\.avif$/, ''))

describe('demo catalogue', () => {
  it('names only accounts, artists and tracks that exist', () => {
    const usernames = new Set(demoAccounts.map(({ username }) => username))
    const artistKeys = new Set(demoArtists.map(({ key }) => key))
    const trackKeys = new Set(tracks.map(({ key }) => key))
    for (const { ownerUsername } of [...demoArtists, ...demoPodcasts, ...demoPlaylists])
      assert.ok(usernames.has(ownerUsername))
    for (const { artistKey } of [...demoAlbums, ...demoImagery, ...demoEvents, ...demoPromos])
      assert.ok(artistKeys.has(artistKey))
    for (const { split } of [...demoAlbums, ...demoPodcasts])
      for (const [username, weight] of Object.entries(split))
        assert.ok(usernames.has(username) && Number.isSafeInteger(weight) && weight > 0)
    for (const { credits } of demoAlbums)
      for (const { username } of credits) assert.ok(username === undefined || usernames.has(username))
    for (const { track } of demoPromos) assert.ok(trackKeys.has(track))
    const episodeKeys = new Set(episodes.map(({ key }) => key))
    for (const { timeSplits } of episodes) for (const { track } of timeSplits ?? []) assert.ok(trackKeys.has(track))
    for (const { track, episode } of demoZaps) {
      assert.ok(track === undefined ? episodeKeys.has(episode ?? '') : episode === undefined && trackKeys.has(track))
    }
    for (const { from } of demoZaps) assert.ok(from === 'outside' || usernames.has(from))
    for (const playlist of demoPlaylists) for (const key of playlist.tracks) assert.ok(trackKeys.has(key))
  })

  it('has events whose tickets one buyer can pay', () => {
    const config = readConfig({})
    const prices = demoEvents.flatMap(({ tiers }) => tiers).map(({ sats = 0 }) => BigInt(sats) * 1_000n)
    for (const priceMsat of prices) assert.ok(priceMsat * BigInt(TICKETS_MAX) <= config.maxPaymentMsat)
  })

  it('is varied: releases by different artists and of different genres, shows, playlists, galleries, splits', () => {
    assert.ok(demoAlbums.length >= 12)
    assert.ok(new Set(demoAlbums.map(({ artistKey }) => artistKey)).size >= 8)
    assert.ok(new Set(demoAlbums.map(({ genreId }) => genreId)).size >= 6)
    assert.ok(demoPodcasts.length >= 3 && demoPodcasts.every((podcast) => podcast.episodes.length >= 3))
    assert.ok(demoPlaylists.length >= 3)
    assert.ok(demoImagery.length >= 3 && demoImagery.every(({ gallery }) => gallery.length >= 3 && gallery.length <= 5))
    assert.deepEqual(new Set(demoAlbums.map(({ split }) => Object.keys(split).length)), new Set([1, 2, 3, 5]))
  })

  it('shows what the product can do: lyrics in time, chapters, splits by second, timed artwork', () => {
    const lyrics = tracks.flatMap((track) => track.lyrics ?? [])
    for (const text of lyrics) {
      const { isTimed, lines, problems } = parseLyrics(text)
      assert.ok(isTimed && lines.every(({ timeSeconds }) => timeSeconds !== null))
      assert.deepEqual(problems, [])
    }
    assert.equal(lyrics.length, 7)
    assert.equal(lyrics.filter((text) => /<\d\d:\d\d\.\d\d>/.test(text)).length, 2)
    assert.ok(episodes.every(({ chapters }) => chapters.length > 1))
    assert.ok(episodes.filter(({ timeSplits }) => timeSplits !== undefined).length >= 4)
    assert.equal(tracks.filter(({ segments }) => segments !== undefined).length, 2)
  })

  it('has zaps with messages at a position, by many listeners, some with a reply of the artist', () => {
    const messages = demoZaps.filter(({ comment }) => comment !== undefined)
    assert.ok(messages.length >= 40)
    assert.equal(new Set(messages.map(({ comment }) => comment)).size, messages.length)
    assert.ok(messages.every(({ atSeconds }) => atSeconds !== undefined))
    assert.ok(new Set(messages.map(({ from }) => from)).size > 15)
    assert.ok(demoZaps.filter(({ reply }) => reply !== undefined).length >= 5)
    const sats = demoZaps.map((zap) => zap.sats)
    assert.deepEqual([Math.min(...sats), Math.max(...sats)], [21, 50_000])
    for (const { username, amountMsat } of demoDeposits) {
      const spent = demoZaps.filter(({ from }) => from === username).reduce((sum, zap) => sum + zap.sats, 0)
      assert.ok(spent > 0 && spent * 1_000 < amountMsat, username)
      // Above this sum, each zap would need a proof of identity.
      assert.ok(spent <= 20_000, username)
    }
  })

  it('plays every piece exactly once, and no audio twice', () => {
    const files = filesOf('music')
    const played = [...tracks, ...episodes].map(({ piece }) => `${piece}.opus`)
    assert.deepEqual(played.toSorted(), files)
    const contents = files.map((file) =>
      createHash('sha256')
        .update(fs.readFileSync(new URL(`music/${file}`, import.meta.url)))
        .digest('hex'),
    )
    assert.equal(new Set(contents).size, files.length)
  })

  it('keeps within the limits of the product and to reserved domains', () => {
    for (const { bio, website } of demoArtists)
      assert.ok(bio.length <= 1_000 && new URL(website).hostname.endsWith('.example'))
    for (const { email, password, username } of demoAccounts) {
      assert.ok(email.endsWith('@peal.example') && password.length >= 10)
      assert.match(username, /^[a-z0-9_-]{3,30}$/)
    }
    // Those who try it meanwhile register from the same address.
    assert.ok(demoAccounts.length <= ratesOf(true).registerPerAddress.max / 2)
    for (const { description } of [...demoAlbums, ...demoPodcasts]) assert.ok(description.length <= 1_000)
  })

  it('draws every design the same each time, without text or anything from outside', () => {
    for (const design of designs) {
      const svg = renderCover(design, 7)
      assert.equal(svg, renderCover(design, 7))
      assert.doesNotMatch(svg, /<text|<image|href|NaN|undefined/)
    }
  })

  it('makes a square JPEG of drawings and photographs, and wide ones for banners', async () => {
    for (const design of designs) {
      const { format, width, height } = await sharp(Buffer.from(renderCover(design, 7))).metadata()
      assert.deepEqual([format, width, height], ['svg', 1_400, 1_400])
    }
    for (const artwork of [{ design: 'slow-lightning', seed: 7 } as const, { photograph: 'fog-signal' }]) {
      const { format, width, height } = await sharp(await renderArtwork(artwork)).metadata()
      assert.deepEqual([format, width, height], ['jpeg', 1_400, 1_400])
    }
    const { width, height } = await sharp(
      await developPhotograph('kestrel-banner', { width: 1_920, height: 1_080 }),
    ).metadata()
    assert.deepEqual([width, height], [1_920, 1_080])
  })

  it('uses every photograph, each a small file', () => {
    const used = [
      ...[...demoAccounts, ...demoArtists, ...demoAlbums, ...demoPodcasts].map(({ artwork }) => artwork),
      ...tracks.flatMap(({ segments = [] }) => segments),
      ...demoImagery.flatMap(({ banner, gallery }) => [{ photograph: banner }, ...gallery]),
    ].flatMap((artwork) => ('photograph' in artwork ? artwork.photograph : []))
    assert.deepEqual([...new Set(used)].toSorted(), photographs)
    for (const file of filesOf('photographs'))
      assert.ok(fs.statSync(new URL(`photographs/${file}`, import.meta.url)).size <= 100_000, file)
  })

  it('has covers whose colours differ', async () => {
    const covers = await Promise.all([...demoAlbums, ...demoPodcasts].map(({ artwork }) => meanColour(artwork)))
    for (const [index, colour] of covers.entries()) {
      for (const other of covers.slice(index + 1))
        assert.ok(Math.hypot(...colour.map((part, at) => part - other[at]!)) > 12, `${colour} and ${other}`)
    }
    const lightness = covers.map((colour) => Math.max(...colour))
    assert.ok(Math.min(...lightness) < 75 && Math.max(...lightness) > 200)
  })
})

async function meanColour(artwork: Artwork): Promise<number[]> {
  const picture =
    'photograph' in artwork
      ? fs.readFileSync(new URL(`photographs/${artwork.photograph}.avif`, import.meta.url))
      : Buffer.from(renderCover(artwork.design, artwork.seed))
  const { channels } = await sharp(await sharp(picture).resize(64).removeAlpha().png().toBuffer()).stats()
  return channels.map(({ mean }) => Math.round(mean))
}
