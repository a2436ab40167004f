/** How two tracks follow each other, measured: the output of the player in a real browser is recorded sample by sample. Of
 * two halves of one tone, played as an album, the longest silence is the length of the gap. Of two different tones with a
 * crossfade, the power is measured over time. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { createTestUser, putAudio, until } from '../users.ts'
import { makeTone } from '../audio-samples.ts'
import { type TestWorld } from '../world.ts'
import { saveScreenshot } from './chromium.ts'
import { openPages } from './stage.ts'

const TONE_HZ = 441.7
const OTHER_HZ = 653.3
const HALF_SECONDS = 9.123
const FADE_SECONDS = 3
/** Long enough for many periods of both tones, so that only their powers add up. */
const POWER_WINDOW_MS = 60
const POWER_TOLERANCE_DB = 1
const GAP_MAX_MS = 5
/** Below this share of the tone's level, the output counts as a gap. */
const SILENT_PART = 0.5
/** Longer than half a period of the tone, so that its zero crossings are not gaps. */
const WINDOW_MS = 1.5

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let albumAddress: string
const singles: Playable[] = []

before(async () => {
  ;({ world, browser } = await openPages(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  const artist = await mara.call(createArtist, { body: { name: 'Mara' } })
  const album = await mara.call(createAlbum, { body: { artistId: artist.id, title: 'One Tone' } })
  for (const [index, title] of ['First half', 'Second half'].entries()) {
    const body = { albumId: album.id, title, order: index + 1, extension: 'wav' }
    const track = await mara.call(createTrack, { body })
    await putAudio(world, track.presignedUrl, makeTone(HALF_SECONDS, TONE_HZ, index * HALF_SECONDS))
    await until(async () => (await mara.call(getTrack, { params: { trackId: track.id } })).liveUrl !== null, 60_000)
  }
  await mara.call(publish, { params: { contentId: album.id }, body: { contentType: 'album' } })
  albumAddress = `/album/${album.id}`
  for (const [title, hertz] of [
    ['Low tone', TONE_HZ],
    ['High tone', OTHER_HZ],
  ] as const) {
    const single = await mara.call(createAlbum, { body: { artistId: artist.id, title } })
    const track = await mara.call(createTrack, { body: { albumId: single.id, title, order: 1, extension: 'wav' } })
    await putAudio(world, track.presignedUrl, makeTone(HALF_SECONDS, hertz, 0))
    const read = () => mara.call(getTrack, { params: { trackId: track.id } })
    await until(async () => (await read()).liveUrl !== null, 60_000)
    await mara.call(publish, { params: { contentId: single.id }, body: { contentType: 'album' } })
    singles.push(...playablesOfTracks([await read()]))
  }
})
after(() => stack.disposeAsync())

/** Records everything connected to the output, in the audio thread. */
function recordAudio(): void {
  const code = `registerProcessor('recorder', class extends AudioWorkletProcessor {
    constructor() { super(); this.kept = new Float32Array(16384); this.filled = 0 }
    process([input]) {
      this.kept.set(input[0] ?? new Float32Array(128), this.filled)
      this.filled += 128
      if (this.filled === this.kept.length) { this.port.postMessage(this.kept); this.filled = 0 }
      return true
    }
  })`
  const recording: Float32Array[] = []
  Object.assign(window, { recording })
  const connect = AudioNode.prototype.connect
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    const { context } = this
    if (to[0] === context.destination && context instanceof AudioContext) {
      Object.assign(window, { recordedRateHz: context.sampleRate })
      const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
      void context.audioWorklet.addModule(url).then(() => {
        const recorder = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 })
        recorder.port.onmessage = ({ data }) => recording.push(data as Float32Array)
        Reflect.apply(connect, this, [recorder])
      })
    }
    return Reflect.apply(connect, this, to) as AudioNode
  }
}

type Recorded = { recording: Float32Array[]; recordedRateHz: number }

async function readRecording(page: Page): Promise<{ samples: Float32Array; rateHz: number }> {
  const { rateHz, text } = await page.evaluate(() => {
    const { recording, recordedRateHz } = window as unknown as Recorded
    const bytes = new Uint8Array(recording.length * 16_384 * 4)
    for (const [index, part] of recording.entries()) bytes.set(new Uint8Array(part.buffer), index * 16_384 * 4)
    let binary = ''
    for (let at = 0; at < bytes.length; at += 32_768) {
      binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    }
    return { rateHz: recordedRateHz, text: btoa(binary) }
  })
  const bytes = Buffer.from(text, 'base64')
  return { rateHz, samples: new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4).slice() }
}

/** The peak of each window, from the first sound to the last. */
function measureGap({ samples, rateHz }: { samples: Float32Array; rateHz: number }) {
  const window = Math.round((WINDOW_MS / 1_000) * rateHz)
  const levels = Array.from({ length: Math.floor(samples.length / window) }, (_, index) =>
    samples.subarray(index * window, (index + 1) * window).reduce((top, one) => Math.max(top, Math.abs(one)), 0),
  )
  const full = levels.toSorted((one, other) => one - other)[Math.floor(levels.length * 0.6)] ?? 0
  const isSilent = levels.map((level) => level < full * SILENT_PART)
  const sounding = isSilent.slice(isSilent.indexOf(false), isSilent.lastIndexOf(false) + 1)
  let [longest, running] = [0, 0]
  for (const silent of sounding) {
    running = silent ? running + 1 : 0
    longest = Math.max(longest, running)
  }
  return { gapMs: longest * WINDOW_MS, soundedSeconds: (sounding.length * WINDOW_MS) / 1_000, full }
}

test('two halves of one tone follow each other with a gap under 5 ms', async (t) => {
  const context = await browser.newContext({ baseURL: world.origin, bypassCSP: true })
  const page = await context.newPage()
  await page.addInitScript(recordAudio)
  try {
    await page.goto(albumAddress)
    await page.getByRole('button', { name: 'Play One Tone' }).click()
    const player = page.getByRole('region', { name: 'Player' })
    await player.getByRole('link', { name: 'First half' }).waitFor()
    await player.getByRole('link', { name: 'Second half' }).waitFor()
    // Until the second half is nearly over, when its own element has taken over.
    const slider = player.getByRole('slider', { name: 'Position' })
    await until(async () => Number(await slider.getAttribute('aria-valuenow')) >= HALF_SECONDS - 2, 20_000)
    const { gapMs, soundedSeconds, full } = measureGap(await readRecording(page))
    t.diagnostic(`gap ${gapMs} ms in ${soundedSeconds.toFixed(2)} s of sound at ${full.toFixed(2)}`)
    assert.ok(full > 0.1, `The tone was hardly audible: ${full}`)
    assert.ok(soundedSeconds > 2 * HALF_SECONDS - 4, `Only ${soundedSeconds} s were heard`)
    assert.ok(gapMs < GAP_MAX_MS, `The gap is ${gapMs} ms`)
  } catch (error) {
    t.diagnostic(`Screenshot: ${await saveScreenshot(page, 'player-gap')}`)
    throw error
  } finally {
    await context.close()
  }
})

/** The power of each window, in dB, from the first sound to the last. */
function measurePower({ samples, rateHz }: { samples: Float32Array; rateHz: number }): number[] {
  const size = Math.round((POWER_WINDOW_MS / 1_000) * rateHz)
  const powers = Array.from({ length: Math.floor(samples.length / size) }, (_, index) => {
    const window = samples.subarray(index * size, (index + 1) * size)
    return 10 * Math.log10(window.reduce((sum, one) => sum + one * one, 0) / size + 1e-12)
  })
  const full = Math.max(...powers)
  const isHeard = powers.map((power) => power > full - 20)
  return powers.slice(isHeard.indexOf(true) + 2, isHeard.lastIndexOf(true) - 1)
}

/** How much of a frequency is in a part of the recording (Goertzel). */
function toneIn(samples: Float32Array, rateHz: number, hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / rateHz
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}

test('a crossfade is as loud at every moment as either song, without silence', async (t) => {
  const context = await browser.newContext({ baseURL: world.origin, bypassCSP: true })
  const page = await context.newPage()
  await page.addInitScript(recordAudio)
  await page.addInitScript(
    ([tracks, crossfadeSeconds]) => {
      localStorage.setItem('peal.player', JSON.stringify({ crossfadeSeconds, isLevelled: false, autoplay: false }))
      localStorage.setItem('peal.queue', JSON.stringify({ tracks, index: 0, seconds: 0 }))
    },
    [singles, FADE_SECONDS] as const,
  )
  try {
    await page.goto('/faq')
    const player = page.getByRole('region', { name: 'Player' })
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await player.getByRole('link', { name: 'High tone' }).waitFor()
    const slider = player.getByRole('slider', { name: 'Position' })
    await until(async () => Number(await slider.getAttribute('aria-valuenow')) >= HALF_SECONDS - 2, 20_000)
    const recorded = await readRecording(page)
    const powers = measurePower(recorded)
    const usual = powers.toSorted((one, other) => one - other)[Math.floor(powers.length / 2)]!
    const [least, most] = [Math.min(...powers) - usual, Math.max(...powers) - usual]
    const soundedSeconds = (powers.length * POWER_WINDOW_MS) / 1_000
    const size = Math.round(0.25 * recorded.rateHz)
    const both = Array.from({ length: Math.floor(recorded.samples.length / size) }, (_, index) => {
      const part = recorded.samples.subarray(index * size, (index + 1) * size)
      return Math.min(toneIn(part, recorded.rateHz, TONE_HZ), toneIn(part, recorded.rateHz, OTHER_HZ)) > 0.02
    }).filter(Boolean).length
    t.diagnostic(
      `${least.toFixed(2)} to ${most.toFixed(2)} dB over ${soundedSeconds.toFixed(1)} s, both for ${both / 4} s`,
    )
    assert.ok(least > -POWER_TOLERANCE_DB && most < POWER_TOLERANCE_DB, `${least} to ${most} dB`)
    assert.ok(both / 4 > FADE_SECONDS - 1.2, `Both were heard for ${both / 4} s only`)
    assert.ok(soundedSeconds < 2 * HALF_SECONDS - 1, `They did not overlap: ${soundedSeconds} s`)
  } catch (error) {
    t.diagnostic(`Screenshot: ${await saveScreenshot(page, 'player-crossfade')}`)
    throw error
  } finally {
    await context.close()
  }
})
