/** Files dropped on the studio's overview, or on the form of a new release, start the release on the upload page. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import sharp from 'sharp'
import { createArtist } from '#contract/catalog/artists.ts'
import { makeWav } from '../audio-samples.ts'
import { createTestUser } from '../users.ts'
import { makeZip } from '../make-zip.ts'
import { dropFiles } from './drop-files.ts'
import { journeysOf, openPages } from './stage.ts'

const stack = new AsyncDisposableStack()
const { world, browser } = await openPages(stack)
const mara = await createTestUser(world, { name: 'mara', hasFullName: true })
await mara.call(createArtist, { body: { name: 'Mara Okafor' } })
after(() => stack.disposeAsync())

const { journey } = journeysOf('folder-drop', () => ({ browser, origin: world.origin }))

journey(
  'files dropped on the form of a new release start it on the upload page; an image alone does not',
  () => mara,
  async (page) => {
    await page.goto('/studio/create/album')
    await page.getByRole('button', { name: 'Continue to the tracks' }).waitFor()
    const square = { width: 32, height: 32, channels: 3 as const, background: '#402' }
    const image = { name: 'cover.png', bytes: await sharp({ create: square }).png().toBuffer(), type: 'image/png' }
    await dropFiles(page, [image])
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Storm Songs')
    assert.equal(new URL(page.url()).pathname, '/studio/create/album')
    await dropFiles(page, [{ name: '01 Undertow.wav', bytes: makeWav(2, 440) }, image])
    await page.waitForURL('**/studio/upload')
    await page.getByRole('button', { name: 'Create the release and upload 1 track' }).waitFor()
  },
)

for (const path of ['/studio', '/studio/create/album'])
  journey(
    `ZIP files dropped on ${path} are unpacked on the upload page, which reports those without audio`,
    () => mara,
    async (page) => {
      await page.goto(path)
      await page
        .getByRole('main')
        .getByRole('link', { name: /Upload/ })
        .waitFor()
      const songs = ['01 Undertow.wav', '02 Riptide.wav'].map((name) => ({ name, content: makeWav(2, 440) }))
      await dropFiles(page, [
        { name: 'Storm Songs.zip', bytes: makeZip(songs) },
        { name: 'Words.zip', bytes: makeZip([{ name: 'words.txt', content: Buffer.from('La') }]) },
      ])
      await page.waitForURL('**/studio/upload')
      await page.getByRole('button', { name: 'Create the release and upload 2 tracks' }).waitFor()
      await page.getByRole('alert').getByText('Words.zip').waitFor()
    },
  )
