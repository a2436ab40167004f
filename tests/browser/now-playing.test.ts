/** The full-screen player in a real browser: lyrics by line and by word, bookmarks, comments, fullscreen mode,
 * picture-in-picture, and playing on another device, which is simulated. Playback itself is tested in
 * player.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { login } from '#contract/accounts/auth.ts'
import { listBookmarks } from '#contract/listening/bookmarks.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen, DESKTOP } from './chromium.ts'
import { makePlayerCatalogue, type PlayerCatalogue } from './player-catalogue.ts'
import { faultsOf, stopAnimations } from './screen-faults.ts'
import { runVisit, openPages } from './stage.ts'

const SCREENS: readonly Screen[] = [
  { width: 320, height: 640, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
  { width: 1920, height: 1080, colorScheme: 'light' },
]

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let catalogue: PlayerCatalogue
let page: Page

before(async () => {
  ;({ world, browser } = await openPages(stack))
  mara = await createTestUser(world, { name: 'mara' })
  catalogue = await makePlayerCatalogue(world, mara)
})
after(() => stack.disposeAsync())

function scenario(
  name: string,
  screen: Screen,
  prepare: (page: Page) => Promise<unknown>,
  work: () => Promise<void>,
): void {
  test(name, async (t) => {
    const opened = await openBrowser(browser, world.origin, screen)
    ;({ page } = opened)
    await prepare(page)
    await runVisit(t, opened, 'now-playing', work)
  })
}

const nothing = () => Promise.resolve()
const player = (): Locator => page.getByRole('region', { name: 'Player', exact: true })
const screen = (): Locator => page.getByRole('dialog', { name: 'Now playing' })
const inScreen = (name: string | RegExp): Locator => screen().getByRole('button', { name, exact: true })
const slider = (): Locator => screen().getByRole('slider', { name: 'Position' })

/** Opens the full screen with the first song, paused at its beginning. */
async function open(): Promise<void> {
  await page.goto(`/album/${catalogue.albumId}`)
  await page.getByRole('button', { name: 'Play Slow Lightning' }).click()
  await player().getByRole('button', { name: 'Pause', exact: true }).click()
  await page.keyboard.press('f')
  await slider().waitFor()
}

async function goTo(seconds: number): Promise<void> {
  await slider().focus()
  await page.keyboard.press('Home')
  for (let at = 0; at < seconds; at += 5) await page.keyboard.press('ArrowRight')
  await until(async () => Number(await slider().getAttribute('aria-valuenow')) === seconds)
}

/** Of each word of the sung line, how much is marked: 0 to 100. */
const markedParts = (): Promise<[string, number][]> =>
  screen()
    .locator('[aria-current] [data-mark]')
    .evaluateAll((marks) =>
      marks.map((mark): [string, number] => {
        const clip = getComputedStyle(mark).clipPath
        const hidden = /inset\(\S+ ([\d.]+)%/.exec(clip)?.[1] ?? '0'
        return [mark.getAttribute('data-mark')!.trim(), Math.round(100 - Number(hidden))]
      }),
    )

scenario(
  'the current line is the largest, and its words are highlighted while each is sung',
  { ...DESKTOP, isMoving: true },
  nothing,
  async () => {
    await open()
    const lines = screen().locator('.lyrics-line')
    const sizes = () => lines.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    await until(async () => (await sizes()).length === 3)
    await goTo(10)
    await until(async () => (await lines.nth(1).getAttribute('aria-current')) === 'true')
    const [first, sung] = await sizes()
    assert.ok(Math.abs(sung! / first! - 1.74) < 0.01, `${sung} against ${first}`)
    assert.deepEqual(await markedParts(), [])

    await goTo(25)
    await until(async () => (await lines.nth(2).getAttribute('aria-current')) === 'true')
    // "with" lasts from 24 to 28: a quarter of it is over.
    assert.deepEqual(await markedParts(), [
      ['Count', 100],
      ['with', 25],
      ['me', 0],
    ])
    await goTo(30)
    assert.deepEqual(await markedParts(), [
      ['Count', 100],
      ['with', 100],
      ['me', 25],
    ])
    // The line is seen in the middle of its panel.
    const [frame, line] = await Promise.all([screen().locator('.now-panel').boundingBox(), lines.nth(2).boundingBox()])
    const apart = Math.abs(line!.y + line!.height / 2 - (frame!.y + frame!.height / 2))
    assert.ok(apart < frame!.height / 4, `${apart} px from the middle`)

    await goTo(20)
    await inScreen('Play').click()
    await until(async () => ((await markedParts())[0]?.[1] ?? 0) > 20)
    // The mark moves with the song, and nothing else changes the layout.
    const [before, place] = [await markedParts(), await lines.nth(2).boundingBox()]
    await until(async () => (await markedParts())[0]![1] > before[0]![1] + 5)
    assert.deepEqual(await lines.nth(2).boundingBox(), place)
  },
)

scenario(
  'the controls and the zap button are below the ground, so that they cover no message',
  DESKTOP,
  nothing,
  async () => {
    await open()
    for (const width of [390, 761, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const ground = (await screen().locator('.now-ground').boundingBox())!
      for (const button of [inScreen(/^Zap/), inScreen('Play')]) {
        const box = (await button.boundingBox())!
        assert.ok(box.y >= ground.y + ground.height, `${width} px: ${await button.textContent()}`)
        assert.ok(box.y + box.height <= 900, `${width} px: ${await button.textContent()}`)
      }
    }
  },
)

scenario('with reduced motion, a word is highlighted when it begins', DESKTOP, nothing, async () => {
  await open()
  await goTo(25)
  await until(async () => (await markedParts()).join() === 'Count,100,with,100,me,0')
})

scenario(
  'a visitor saves bookmarks on the device, and the account takes them over at the next log-in',
  DESKTOP,
  nothing,
  async () => {
    await open()
    await goTo(15)
    await inScreen('Bookmarks').click()
    await screen().getByLabel('Note (optional)').fill('the green picture')
    await inScreen('Remember this second: 0:15').click()
    await screen().getByText('Remembered.').waitFor()
    await slider().focus()
    await page.keyboard.press('ArrowRight')
    await inScreen('Remember this second: 0:20').click()
    const list = screen().getByRole('list', { name: 'Bookmarks of First Light' })
    await until(async () => (await list.getByRole('listitem').count()) === 2)
    await list.getByRole('button', { name: /0:15/ }).first().click()
    await until(async () => (await slider().getAttribute('aria-valuenow')) === '15')
    const deleteLast = async () => {
      await list.getByRole('button', { name: 'Delete the bookmark at 0:20' }).click()
      await until(async () => (await list.getByRole('listitem').count()) === 1)
    }
    await deleteLast()
    await inScreen('Undo').click()
    await until(async () => (await list.getByRole('listitem').count()) === 2)
    await deleteLast()
    assert.equal(await inScreen('Undo').count(), 1)

    const session = await world.call(login, { body: { email: mara.email, password: 'a long enough password' } })
    await page.evaluate((stored) => localStorage.setItem('peal.session', JSON.stringify(stored)), session)
    await page.goto(`/track/${catalogue.trackIds[0]}`)
    await until(async () => (await mara.call(listBookmarks, { query: {} })).bookmarks.length === 1)
    await page.waitForFunction(() => localStorage.getItem('peal.bookmarks') === null)
    await page.getByRole('list', { name: 'Bookmarks of First Light' }).getByText('the green picture').waitFor()

    await page.goto('/library/bookmarks')
    await page.getByRole('button', { name: /the green picture/ }).click()
    await player().getByRole('button', { name: 'Pause', exact: true }).waitFor()
    const at = player().getByRole('slider', { name: 'Position' })
    await until(async () => Number(await at.getAttribute('aria-valuenow')) >= 15)
    await page.getByRole('button', { name: 'Delete the bookmark at 0:15' }).click()
    await page.getByText('You have no bookmarks yet.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const kept = async () => (await mara.call(listBookmarks, { query: {} })).bookmarks.map(({ note }) => note)
    await until(async () => (await kept()).join() === 'the green picture')
    await page.reload()
    await page.getByRole('button', { name: /the green picture/ }).waitFor()
  },
)

scenario(
  'fullscreen mode is entered and left by a button; picture-in-picture is offered only if the browser supports it',
  DESKTOP,
  (on) =>
    on.addInitScript(() => {
      Object.defineProperty(document, 'pictureInPictureEnabled', { value: false })
      Reflect.deleteProperty(window, 'documentPictureInPicture')
    }),
  async () => {
    await open()
    await inScreen('More').click()
    assert.equal(await inScreen('Small window').count(), 0)
    assert.equal(await inScreen('Play elsewhere').count(), 0)
    await inScreen('Full screen').click()
    await until(() => page.evaluate(() => document.fullscreenElement !== null))
    await inScreen('Leave full screen').click()
    await until(() => page.evaluate(() => document.fullscreenElement === null))
  },
)

/** A window of its own, as documentPictureInPicture opens it. */
function simulatePictureWindow(): void {
  Object.defineProperty(window, 'documentPictureInPicture', {
    value: {
      requestWindow: () => {
        const frame = document.createElement('iframe')
        frame.title = 'Small window'
        frame.style.cssText = 'position:fixed;right:0;top:0;width:380px;height:250px;z-index:99'
        document.body.append(frame)
        const opened = frame.contentWindow!
        opened.close = () => {
          opened.dispatchEvent(new Event('pagehide'))
          frame.remove()
        }
        return Promise.resolve(opened)
      },
    },
  })
}

scenario(
  'the picture-in-picture window has cover, names and controls, and closes by its button',
  DESKTOP,
  (on) => on.addInitScript(simulatePictureWindow),
  async () => {
    await open()
    await inScreen('More').click()
    await inScreen('Small window').click()
    const small = page.frameLocator('iframe[title="Small window"]')
    await small.getByText('First Light').waitFor()
    await small.getByRole('button', { name: 'Play' }).dispatchEvent('click')
    await small.getByRole('button', { name: 'Pause' }).waitFor()
    await small.getByRole('button', { name: 'Next' }).dispatchEvent('click')
    await small.getByText('Last Bus').waitFor()
    await inScreen('Close the small window').click()
    await inScreen('Small window').waitFor()
  },
)

/** A device that is found, connects when asked, and is heard by one element only. */
function simulateDevice(): void {
  const states = new WeakMap<HTMLMediaElement, EventTarget & { state: string }>()
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    get(this: HTMLMediaElement) {
      const element = this
      const known = states.get(element)
      if (known) return known
      const remote = Object.assign(new EventTarget(), {
        state: 'disconnected',
        watchAvailability: (tell: (isAvailable: boolean) => void) => {
          setTimeout(() => tell(true), 50)
          return Promise.resolve(1)
        },
        prompt: () => {
          const isConnected = remote.state === 'connected'
          remote.state = isConnected ? 'disconnected' : 'connecting'
          remote.dispatchEvent(new Event(isConnected ? 'disconnect' : 'connecting'))
          if (isConnected) return Promise.resolve()
          setTimeout(() => {
            remote.state = 'connected'
            Object.assign(window, { elsewhere: element })
            remote.dispatchEvent(new Event('connect'))
          }, 300)
          return Promise.resolve()
        },
      })
      states.set(element, remote)
      return remote
    },
  })
}

scenario(
  'playing on another device is offered when one is available and announced, and the next song plays there too',
  DESKTOP,
  (on) => on.addInitScript(simulateDevice),
  async () => {
    await open()
    await inScreen('Play').click()
    await inScreen('More').click()
    await inScreen('Play elsewhere').click()
    await inScreen('Connecting to the other device…').waitFor()
    await inScreen('Playing elsewhere').waitFor()
    const source = () => page.evaluate(() => (window as unknown as { elsewhere: HTMLAudioElement }).elsewhere.src)
    const first = await source()
    await inScreen('Next').click()
    await screen().getByRole('link', { name: 'Last Bus' }).waitFor()
    assert.notEqual(await source(), first)
    assert.match(await source(), new RegExp(catalogue.trackIds[1]!))
    await inScreen('Playing elsewhere').click()
    await inScreen('Play elsewhere').waitFor()
  },
)

scenario(
  "Android's Back closes the full-screen player each time, and the page stays",
  { width: 390, height: 844, colorScheme: 'light' },
  () =>
    page.addInitScript(() => {
      type Watcher = { requestClose: () => void }
      const shared = window as unknown as { CloseWatcher: new () => Watcher; latest?: Watcher }
      const Own = shared.CloseWatcher
      shared.CloseWatcher = class extends Own {
        constructor() {
          super()
          shared.latest = this
        }
      }
    }),
  async () => {
    await open()
    for (const time of ['first', 'second']) {
      // What the system does for the button, which a desktop does not have.
      await page.evaluate(() => (window as unknown as { latest: { requestClose: () => void } }).latest.requestClose())
      await screen().waitFor({ state: 'hidden' })
      assert.equal(new URL(page.url()).pathname, `/album/${catalogue.albumId}`, time)
      await page.keyboard.press('f')
      await slider().waitFor()
    }
  },
)

scenario(
  'the queue of a phone has the height for five tracks and more',
  { width: 390, height: 844, colorScheme: 'light' },
  nothing,
  async () => {
    await open()
    await inScreen('Queue, 3').click()
    const row = await inScreen(/^Play Last Bus/).boundingBox()
    const frame = await screen().locator('.now-panel').boundingBox()
    // The last 40 px fade out.
    const rows = (frame!.y + frame!.height - 40 - row!.y) / row!.height
    assert.ok(rows >= 5, `${rows} rows`)
  },
)

test('the full-screen player fits from 320 to 1920 px, with every panel, in both themes', async (t) => {
  for (const size of SCREENS) {
    const opened = await openBrowser(browser, world.origin, size)
    ;({ page } = opened)
    await runVisit(t, opened, `now-playing-${size.width}`, async () => {
      await page.goto(`/album/${catalogue.albumId}`)
      await page.getByRole('button', { name: 'Play Slow Lightning' }).click()
      await page.getByRole('button', { name: 'Pause Slow Lightning' }).click()
      await page.keyboard.press('w')
      await slider().waitFor()
      for (const panel of ['Lyrics', 'Queue, 3', 'More']) {
        if (panel !== 'Lyrics') await inScreen(panel).click()
        await stopAnimations(page)
        assert.deepEqual(await faultsOf(page), [], `${panel} at ${size.width} px`)
      }
    })
  }
})
