/** A listener earns by listening: the page of what pays now, the player, and the statement. A muted, a hidden and an
 * accelerated player earn nothing. Nobody waits for a minute: the position of the audio and the
 * clock of the server are moved instead. The rules of the server: tests/journeys/promos.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { makeWav } from '../audio-samples.ts'
import { createPromoStage, type PromoListener, type PromoStage } from '../promo-stage.ts'
import { until } from '../users.ts'
import { launchBrowser, openBrowser, type Screen, PHONE, DESKTOP } from './chromium.ts'
import { assertFaultless, faultsOf } from './screen-faults.ts'
import { runVisit, storeSession } from './stage.ts'

/** Played at a sixteenth of its speed, it does not end during a test. */
const AUDIO_SECONDS = 10
/** Three minutes that can be earned. */
const TRACK_SECONDS = 200

const stack = new AsyncDisposableStack()
let stage: PromoStage
let browser: Browser
let trackId: string

before(async () => {
  stage = await createPromoStage({ pages: true, audio: makeWav(AUDIO_SECONDS) })
  stack.use(stage.world)
  browser = await launchBrowser()
  stack.defer(() => browser.close())
  trackId = (await stage.newPromo({ minutes: 200, durationSeconds: TRACK_SECONDS })).contentId
})
after(() => stack.disposeAsync())

type Listening = { page: Page; rewards: number[]; moveAudio: (seconds: number) => Promise<void> }

/** A listener's page. `rewards`: the status of each request for one. */
async function listen(
  t: TestContext,
  { listener, screen }: { listener: PromoListener; screen: Screen },
  work: (listening: Listening) => Promise<void>,
): Promise<void> {
  const visit = await openBrowser(browser, stage.world.origin, screen)
  const { page, context } = visit
  await storeSession(context, listener)
  await page.addInitScript(moveByHand, TRACK_SECONDS)
  const rewards: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/promo/reward')) rewards.push(response.status())
  })
  const moveAudio = (seconds: number) =>
    page.evaluate((by) => (window as unknown as { moveAudio: (by: number) => Promise<void> }).moveAudio(by), seconds)
  await runVisit(t, visit, 'earning', () => work({ page, rewards, moveAudio }))
}

/** Runs in the page: the player's audio hardly plays, and its position is moved instead. */
function moveByHand(durationSeconds: number): void {
  const CRAWL = 0.0625
  const made: HTMLAudioElement[] = []
  const moved = new WeakMap<object, number>()
  const NativeAudio = window.Audio
  const { prototype } = HTMLMediaElement
  const native = (name: string) => Object.getOwnPropertyDescriptor(prototype, name)!
  const [rate, usualRate, time] = [native('playbackRate'), native('defaultPlaybackRate'), native('currentTime')]
  Object.defineProperties(prototype, {
    playbackRate: { ...rate, set: () => undefined },
    defaultPlaybackRate: { ...usualRate, set: () => undefined },
    duration: { get: () => durationSeconds },
    currentTime: {
      ...time,
      get(this: HTMLMediaElement) {
        return (time.get!.call(this) as number) + (moved.get(this) ?? 0)
      },
    },
  })
  const Moved = function Audio(source?: string): HTMLAudioElement {
    const element = new NativeAudio(source)
    usualRate.set!.call(element, CRAWL)
    rate.set!.call(element, CRAWL)
    made.push(element)
    return element
  }
  const moveAudio = (seconds: number) => {
    const element = made.find((one) => !one.paused)
    if (element === undefined) throw new Error('Nothing plays')
    for (let step = 0; step < seconds; step++) {
      moved.set(element, (moved.get(element) ?? 0) + 1)
      element.dispatchEvent(new Event('timeupdate'))
    }
  }
  Object.assign(window, { Audio: Moved, moveAudio })
}

const player = (page: Page) => page.getByRole('region', { name: 'Player', exact: true })
const earning = (page: Page, text: string) =>
  player(page).getByText(text, { exact: true }).locator('visible=true').first().waitFor()
const beginMinute = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/promo/minute'))
const earnedBy = ({ userId }: PromoListener) =>
  stage.world.world.database.pool
    .query('SELECT count(*)::int AS count FROM promo_reward WHERE user_id = $1', [userId])
    .then(({ rows }) => (rows as { count: number }[])[0]!.count)

const showPage = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true }),
    isVisible ? 'visible' : 'hidden',
  )
const isMuted = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('peal.player') ?? '{}') as { muted?: boolean }).muted === true)

async function play(page: Page): Promise<void> {
  await page.goto(`/track/${trackId}`)
  const begun = beginMinute(page)
  await page.getByRole('button', { name: 'Play A track' }).first().click()
  await begun
}

test('a minute of a track that pays is in the player, in the statement, and on the receipt', async (t) => {
  const listener = await stage.newListener()
  await listen(t, { listener, screen: DESKTOP }, async ({ page, rewards, moveAudio }) => {
    await page.goto('/earn')
    await page.getByText('pays you 10 sats a minute').first().waitFor()
    await page.getByText('You earn now: 0 of at most 500 sats today.').waitFor()
    const begun = beginMinute(page)
    await page.getByRole('button', { name: 'Play A track' }).first().click()
    await begun
    await earning(page, 'Earning 0 of 30 sats')
    await assertFaultless(page)
    stage.world.clock.step(60_000)
    await moveAudio(62)
    await earning(page, 'Earning 10 of 30 sats')
    assert.deepEqual(rewards, [200])

    await page.goto('/transactions')
    await page.getByRole('link', { name: /Paid listening/ }).click()
    await page.waitForURL(/\/transactions\/top-up\//)
    const tracks = page.getByRole('heading', { name: 'By listening to' }).locator('..')
    await tracks.getByText('A track').waitFor()
    await tracks.getByText('1 minute').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })
})

test('a new account reads from when it earns', async (t) => {
  const listener = await stage.newListener({ isYoung: true })
  await listen(t, { listener, screen: PHONE }, async ({ page }) => {
    await page.goto('/earn')
    await page.getByText(/^You earn from .*\d\d:\d\d\.$/).waitFor()
    await assertFaultless(page)
  })
})

test('a muted player and a hidden page earn nothing, and earn again once they are heard', async (t) => {
  const listener = await stage.newListener()
  await listen(t, { listener, screen: DESKTOP }, async ({ page, rewards, moveAudio }) => {
    await play(page)
    await page.keyboard.press('m')
    await until(() => isMuted(page))
    stage.world.clock.step(60_000)
    await moveAudio(62)
    await showPage(page, false)
    await page.keyboard.press('m')
    await until(async () => !(await isMuted(page)))
    stage.world.clock.step(60_000)
    await moveAudio(62)
    await earning(page, 'Earning 0 of 30 sats')
    await showPage(page, true)
    const begun = beginMinute(page)
    await moveAudio(1)
    await begun
    stage.world.clock.step(60_000)
    await moveAudio(61)
    await earning(page, 'Earning 10 of 30 sats')
    assert.deepEqual([rewards, await earnedBy(listener)], [[200], 1])
  })
})

test('an accelerated player is refused by the clock of the server', async (t) => {
  const listener = await stage.newListener()
  await listen(t, { listener, screen: PHONE }, async ({ page, rewards, moveAudio }) => {
    await play(page)
    await earning(page, 'Earning 0 of 30 sats')
    await moveAudio(62)
    await until(() => Promise.resolve(rewards.length > 0))
    assert.deepEqual([rewards, await earnedBy(listener)], [[409], 0])
    await earning(page, 'Earning 0 of 30 sats')
    await assertFaultless(page)
  })
})
