/** Saved albums with the server down: the page opens, the audio plays from any second, other pages explain the
 * problem, and plays are reported when the server is back. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { addPlaylistTrack, createPlaylist } from '#contract/listening/playlists.ts'
import { findFreePort } from '../faults/server-process.ts'
import { createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { type TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot } from './chromium.ts'
import { openPages } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let robin: TestUser
let song: PublishedTrack
let listId = ''
let line: Line

before(async () => {
  const [port, front] = [await findFreePort(), await findFreePort()]
  const settings = { PORT: String(port), PUBLIC_URL: `http://localhost:${front}` }
  ;({ world, browser } = await openPages(stack, { settings }))
  line = makeLine(front, port)
  await line.open()
  stack.defer(() => line.cut())
  const mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'Low Tide' })
  listId = (await robin.call(createPlaylist, { body: { title: 'For me alone', visibility: 'private' } })).id
  await robin.call(addPlaylistTrack, { body: { playlistId: listId, trackId: song.trackId } })
})
after(() => stack.disposeAsync())

type Line = { open: () => Promise<void>; cut: () => Promise<void> }

/** A connection to the server that can be cut: for browsers, the server itself is down. */
function makeLine(front: number, port: number): Line {
  const sockets = new Set<net.Socket>()
  let server: net.Server | null = null
  return {
    async open() {
      server = net.createServer((near) => {
        const far = net.connect(port, '127.0.0.1')
        for (const [socket, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(socket)
          socket.on('error', () => other.destroy())
          socket.on('close', () => {
            sockets.delete(socket)
            other.destroy()
          })
          socket.pipe(other)
        }
      })
      await new Promise<void>((resolve) => server?.listen(front, resolve))
    },
    async cut() {
      const closed = new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function countPlays(): Promise<number> {
  const { rows } = await world.world.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM play')
  return rows[0]!.count
}

test('a saved album plays while the server is down, and the plays are reported afterwards', async (context) => {
  const { publicUrl } = world.world.config
  const { context: profile, page } = await openBrowser(browser, publicUrl, undefined, { hasWorker: true })
  stack.defer(() => profile.close())
  const session = { token: robin.token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  try {
    await page.goto(`/album/${song.albumId}`)
    await page.evaluate((stored) => localStorage.setItem('peal.session', JSON.stringify(stored)), session)
    await button('Save Album of Low Tide for offline').click()
    await button('Remove Album of Low Tide from this device').waitFor()
    await page.goto(`/playlist/${listId}`)
    await button('Save For me alone for offline').click()
    await button('Remove For me alone from this device').waitFor()

    await line.cut()
    await page.goto(`/album/${song.albumId}`)
    await page.getByRole('heading', { name: 'Album of Low Tide' }).waitFor()
    await button('Play Album of Low Tide').click()
    await until(async () => (await page.evaluate(() => localStorage.getItem('peal.plays'))) !== null)
    assert.equal(await countPlays(), 0)
    // A range from the middle, as the player requests it after a jump.
    const part = await page.evaluate(async (albumId) => {
      const answer = (await (await fetch(`/v1/albums/${albumId}`)).json()) as {
        data: { tracks: { liveUrl: string }[] }
      }
      const response = await fetch(answer.data.tracks[0]!.liveUrl, { headers: { range: 'bytes=100-199' } })
      return [response.status, (await response.arrayBuffer()).byteLength]
    }, song.albumId)
    assert.deepEqual(part, [206, 100])

    await page.goto('/top')
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.getByRole('link', { name: 'Wallet' }).filter({ hasText: '–' }).waitFor()
    const saved = page.getByRole('list', { name: 'Saved for offline' })
    await saved.getByRole('link', { name: 'For me alone' }).waitFor()
    await saved.getByRole('link', { name: 'Album of Low Tide' }).click()
    await page.getByRole('heading', { name: 'Album of Low Tide' }).waitFor()

    await line.open()
    await page.goto('/offline')
    await until(async () => (await countPlays()) === 1)
    await saved.getByRole('link', { name: 'For me alone' }).waitFor()
    await page.getByText(/^Saved: [\d.]+ MB\. With pages and pictures, this site uses [\d.]+ MB of about/).waitFor()
    await page.evaluate(() => localStorage.removeItem('peal.session'))
    await page.reload()
    await page.getByText('Your private content was removed from this device.').waitFor()
    await saved.getByRole('link', { name: 'For me alone' }).waitFor({ state: 'detached' })
    await button('Remove Album of Low Tide from this device').click()
    await page.getByText('Nothing is saved on this device yet.').waitFor()
  } catch (error) {
    context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'offline')}`)
    throw error
  }
})
