/** Without PUBLIC_URL everything that names this server's address names the same one, with the port it listens on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTrack } from '#contract/catalog/tracks.ts'
import { createTestUser, publishTrack, type TestUser, type PublishedTrack } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let song: PublishedTrack

before(async () => {
  world = await createTestWorld({ pages: true })
  mara = await createTestUser(world, { name: 'mara' })
  song = await publishTrack(world, mara)
})
after(() => world[Symbol.asyncDispose]())

test('pages contain absolute URLs of this server: canonical, languages, images, oEmbed', async () => {
  assert.equal(world.world.publicUrl, world.origin)
  const html = await (await fetch(`${world.origin}/track/${song.trackId}`)).text()
  const one = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.equal(one(/<link rel="canonical" href="([^"]+)"/), `${world.origin}/track/${song.trackId}`)
  assert.equal(one(/<link rel="alternate" hrefLang="de" href="([^"]+)"/i), `${world.origin}/de/track/${song.trackId}`)
  assert.ok(one(/<meta property="og:image" content="([^"]+)"/).startsWith(`${world.origin}/`))
  const oembed = one(/<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/)
  assert.ok(oembed.startsWith(`${world.origin}/oembed?url=`), oembed)
  const { html: frame } = (await (await fetch(oembed)).json()) as { html: string }
  assert.ok(frame.includes(`src="${world.origin}/`), frame)
})

test('so do the sitemap, lightning addresses and upload URLs', async () => {
  assert.ok((await (await fetch(`${world.origin}/sitemap.xml`)).text()).includes(`<loc>${world.origin}/`))
  const { callback } = (await (await fetch(`${world.origin}/.well-known/lnurlp/mara`)).json()) as { callback: string }
  assert.ok(callback.startsWith(`${world.origin}/`), callback)
  const body = { albumId: song.albumId, title: 'Two', order: 2, extension: 'wav' }
  const { presignedUrl } = await mara.call(createTrack, { body })
  assert.ok(presignedUrl.startsWith(`${world.origin}/files/`), presignedUrl)
})
