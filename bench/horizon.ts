/** What horizons cost a page on a processor slowed down four times: drawing a whole one after a thousand zaps, and the
 * main thread while waveforms pulse and bars grow. Animations change only transforms, so nothing is laid out or
 * painted for their frames. */
import { sql } from 'kysely'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser, openBrowser } from '#tests/browser/chromium.ts'
import { createTestUser, publishTrack } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { median, type BenchResult } from './measure.ts'

const SLOWED = 4
const DRAWING_LIMIT_MS = 4
const TASK_LIMIT_MS = 16
/** In a trace, more often than this means once per frame. */
const PAINTS_LIMIT_PER_SECOND = 10
const DRAWINGS = 20
const TRACE_SECONDS = 3
/** What a page does after it has loaded. */
const SETTLES_MS = 4_000
const ZAPS = 1_000

type TraceEvent = { name: string; ph: string; tdur?: number; tid: number; pid: number; args: { name?: string } }

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  const trackId = await fillWorld(world)
  const browser = await launchBrowser()
  try {
    const { page, context } = await openBrowser(browser, world.origin)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await page.goto(`/track/${trackId}`, { waitUntil: 'load' })
    await page.locator('.horizon-sats canvas').waitFor()
    await page.waitForTimeout(SETTLES_MS)
    const drawing = await measureDrawing(page)
    const trace = await traceAnimations(page, session)
    return [
      describe('drawing a whole horizon, processor 4 × slower', drawing, DRAWING_LIMIT_MS, 'ms'),
      describe('longest task while bars grow and waveforms pulse', trace.longestMs, TASK_LIMIT_MS, 'ms'),
      describe('layouts meanwhile', trace.layoutsPerSecond, PAINTS_LIMIT_PER_SECOND, '/s'),
      describe('paints meanwhile', trace.paintsPerSecond, PAINTS_LIMIT_PER_SECOND, '/s'),
    ]
  } finally {
    await browser.close()
  }
}

async function fillWorld(world: TestWorld): Promise<string> {
  const mara = await createTestUser(world, { name: 'mara' })
  const { trackId } = await publishTrack(world, mara, { title: 'Many zaps' })
  await sql`UPDATE track SET duration_ms = 300000 WHERE id = ${trackId}`.execute(world.world.database.read)
  await sql`INSERT INTO zap (id, content_id, content_type, content_title, amount_msat, terms, content_time_seconds, settled_at)
    SELECT gen_random_uuid(), ${trackId}, 'track', 'Many', 1000 * n, '{}'::jsonb, n % 300, now() - n * interval '1 second'
    FROM generate_series(1, ${ZAPS}::int) n`.execute(world.world.database.read)
  return trackId
}

/** From clearing a canvas to the last bar, both halves together. */
async function measureDrawing(page: Page): Promise<number> {
  const times = await page.evaluate(async (drawings) => {
    const spans = new Map<CanvasRenderingContext2D, { from: number; to: number }>()
    const { clearRect, fillRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      spans.set(this, { from: performance.now(), to: performance.now() })
      clearRect.apply(this, box)
    }
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      fillRect.apply(this, box)
      const span = spans.get(this)
      if (span) span.to = performance.now()
    }
    const sums: number[] = []
    for (let drawing = 0; drawing < drawings; drawing++) {
      spans.clear()
      // Canvases are drawn again when the theme changes.
      document.documentElement.dataset['theme'] = drawing % 2 === 0 ? 'dark' : 'light'
      await new Promise((resolve) => setTimeout(resolve, 200))
      sums.push([...spans.values()].reduce((sum, { from, to }) => sum + to - from, 0))
    }
    return sums
  }, DRAWINGS)
  return median(times)
}

/** Bars that grow repeatedly, avatars that drop, and a waveform that pulses. */
async function traceAnimations(page: Page, session: CDPSession) {
  await page.evaluate(() => {
    const restart = (element: Element) =>
      element.animate([{ transform: 'scaleY(0)' }, { transform: 'none' }], { duration: 700, iterations: 20 })
    for (const canvas of document.querySelectorAll('[data-horizon] canvas')) restart(canvas)
    const wave = document.createElement('span')
    wave.className = 'small-horizon'
    wave.dataset['breathes'] = ''
    wave.style.height = '60px'
    wave.innerHTML = '<svg viewBox="0 0 90 100" class="small-sound"><path d="M0 0h90v100h-90z"/></svg>'
    document.querySelector('main')?.append(wave)
  })
  await page.waitForTimeout(SETTLES_MS)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] },
  })
  await page.waitForTimeout(TRACE_SECONDS * 1_000)
  await session.send('Tracing.end')
  await done
  const mains = new Set(
    events
      .filter(({ ph, args }) => ph === 'M' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const own = events.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`))
  const perSecond = (name: string) => own.filter((event) => event.name === name).length / TRACE_SECONDS
  // Processor time of the thread, which does not include other load.
  const longest = own
    .filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
    .reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0)
  return { longestMs: longest / 1_000, layoutsPerSecond: perSecond('Layout'), paintsPerSecond: perSecond('Paint') }
}

function describe(name: string, value: number, limit: number, unit: string): BenchResult {
  const shown = Math.round(value * 100) / 100
  return {
    name,
    value: shown,
    limit,
    ratio: Math.round((value / limit) * 100) / 100,
    unit,
    limitName: 'promised',
    goal: 1,
    isTime: true,
  }
}
