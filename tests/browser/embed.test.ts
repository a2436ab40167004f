/** Our player in a page of another site: it plays there, by pointer and by keyboard, and its plays are counted. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { faultsOf } from './screen-faults.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { publish } from '#contract/catalog/publish.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { findFreePort } from '../faults/server-process.ts'
import { lendAudio, createTestUser, publishTrack, until } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot } from './chromium.ts'
import { openStage } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let albumId = ''
const trackIds: string[] = []

before(async () => {
  ;({ world, browser } = await openStage(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  const song = await publishTrack(world, mara, { title: 'First Light' })
  albumId = (await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Two Songs' } })).id
  for (const [index, title] of ['Paper Boats', 'Low Tide'].entries()) {
    const { id } = await mara.call(createTrack, { body: { albumId, title, order: index + 1, extension: 'wav' } })
    trackIds.push(id)
    await lendAudio(world, id, song.trackId)
  }
  await mara.call(publish, { params: { contentId: albumId }, body: {} })
})
after(() => stack.disposeAsync())

/** Another site, whose page embeds the oEmbed code. */
async function serveHost(html: string): Promise<string> {
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>A blog</title><main><h1>A blog</h1>${html}</main></html>`)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  stack.defer(async () => void server.close())
  return `http://127.0.0.1:${port}`
}

async function readCounted(): Promise<string[]> {
  const { rows } = await world.world.database.pool.query<{ content_id: string; source: string }>(
    'SELECT content_id, source FROM play ORDER BY started_at',
  )
  return rows.map((row) => `${row.source} ${trackIds.indexOf(row.content_id)}`)
}

test('an album plays in a page of another site, track after track, and its plays are counted', async (context) => {
  const { publicUrl } = world.world.config
  const told = await fetch(`${world.origin}/oembed?url=${encodeURIComponent(`${publicUrl}/album/${albumId}`)}`)
  const { html } = (await told.json()) as { html: string }
  const host = await serveHost(html)
  const { context: profile, page, complaints } = await openBrowser(browser, host)
  stack.defer(() => profile.close())
  try {
    await page.goto('/')
    const player = page.frameLocator('iframe')
    await player.getByRole('heading', { name: 'Two Songs' }).waitFor()
    const songs = player.getByRole('list', { name: 'Songs and episodes' })
    assert.deepEqual(await songs.locator('.name').allTextContents(), ['Paper Boats', 'Low Tide'])
    assert.deepEqual(await faultsOf(page), [])
    const link = player.getByRole('link', { name: 'Open Two Songs on Peal' })
    assert.equal(await link.getAttribute('href'), `${publicUrl}/album/${albumId}`)

    await player.getByRole('button', { name: 'Play Two Songs' }).or(player.locator('#play')).first().focus()
    await page.keyboard.press('Enter')
    // Each is two seconds long; the second starts automatically.
    await player.locator('[data-index="1"][aria-current="true"]').waitFor()
    await until(async () => (await readCounted()).length === 2)
    assert.deepEqual(await readCounted(), ['embed 0', 'embed 1'])
    await player.getByRole('button', { name: /^Play/ }).first().waitFor()

    await player.getByRole('slider', { name: 'Position' }).focus()
    await page.keyboard.press('ArrowRight')
    await player.locator('#seek[aria-valuetext="0:01 of 0:02"]').waitFor()
    assert.deepEqual(await profile.cookies(), [])
    assert.deepEqual(complaints, [])
  } catch (error) {
    context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'embed')}`)
    throw error
  }
})

test('a visitor of another site zaps the track in the player there, and sees that it is paid', async (context) => {
  const { publicUrl } = world.world.config
  const frame = `<iframe src="${publicUrl}/embed/album/${albumId}" width="600" height="400" title="Player"></iframe>`
  const { context: profile, page, complaints } = await openBrowser(browser, await serveHost(frame))
  stack.defer(() => profile.close())
  try {
    await page.goto('/')
    const player = page.frameLocator('iframe')
    await player.locator('[data-index="1"]').click()
    await player.getByRole('button', { name: 'Pause Low Tide' }).waitFor()
    await player.getByRole('button', { name: /^Zap/ }).click()
    const dialog = player.getByRole('dialog', { name: 'Zap Low Tide' })
    await dialog.getByRole('button', { name: '1,000 sats', exact: true }).click()
    await dialog.getByText('Waiting for your wallet…').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const link = await dialog.getByRole('link', { name: 'Open in wallet' }).getAttribute('href')
    await saveScreenshot(page, 'embed-zap')
    await world.node.settle(decodeInvoice(link!.replace('lightning:', '')).paymentHash)
    await dialog.getByText('Paid: 1,000 sats. Thank you.').waitFor()
    const { rows } = await world.world.database.pool.query<{ content_id: string; amount_msat: string }>(
      'SELECT content_id, amount_msat FROM zap WHERE settled_at IS NOT NULL',
    )
    assert.deepEqual(
      rows.map((row) => [trackIds.indexOf(row.content_id), Number(row.amount_msat)]),
      [[1, 1_000_000]],
    )
    assert.deepEqual(complaints, [])
  } catch (error) {
    context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'embed')}`)
    throw error
  }
})

for (const [shape, width, height] of [
  ['strip', 300, 88],
  ['wide card', 460, 200],
  ['tall card', 300, 420],
] as const) {
  test(`the ${shape} fits into ${width} × ${height} px: audio, title and zap, in both themes`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const {
        context: profile,
        page,
        complaints,
      } = await openBrowser(browser, world.world.config.publicUrl, {
        width,
        height,
        colorScheme,
      })
      await page.goto(`/embed/track/${trackIds[0]}`)
      await page.getByRole('button', { name: 'Play Paper Boats' }).waitFor()
      for (const part of [page.locator('h1'), page.locator('#wave'), page.locator('.ground'), page.locator('#zap')]) {
        const box = (await part.boundingBox())!
        const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1
        const name = await part.evaluate((node) => node.outerHTML.slice(0, 60))
        assert.ok(isInside && box.height > 5, `${name}: ${JSON.stringify(box)}`)
      }
      assert.match((await page.locator('#wave .done path').first().getAttribute('d')) ?? '', /^M0 /)
      assert.deepEqual(await faultsOf(page), [])
      await page.locator('#zap').click()
      await page.getByRole('dialog').getByRole('button', { name: '1,000 sats', exact: true }).waitFor()
      assert.deepEqual(complaints, [])
      await profile.close()
    }
  })
}
