/** Listening time: wall-clock seconds of playing audio, reported when a play counts and when it is over. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlayMeter, type Play } from './play-meter.ts'

function listen() {
  let nowMs = 1_000_000
  const told: [Play, boolean][] = []
  const meter = createPlayMeter(
    (play, isOver) => told.push([play, isOver]),
    () => nowMs,
  )
  let positionSeconds = 0
  return {
    told,
    meter,
    hear(seconds: number, { contentId = 'a', isSounding = true, durationSeconds = 200, speed = 1 } = {}) {
      for (let second = 0; second < seconds * 4; second++) {
        meter.note({ contentId, isSounding, positionSeconds, durationSeconds })
        nowMs += 250
        positionSeconds += isSounding ? 0.25 * speed : 0
      }
      meter.note({ contentId, isSounding, positionSeconds, durationSeconds })
    },
    jump: (seconds: number) => (positionSeconds = seconds),
    pass: (seconds: number) => (nowMs += seconds * 1_000),
  }
}

test('a play is reported when it counts, and again in full when something else starts', () => {
  const ear = listen()
  ear.hear(31)
  ear.hear(10)
  ear.hear(1, { contentId: 'b' })
  assert.deepEqual(
    ear.told.map(([{ contentId, secondsHeard }, isOver]) => [contentId, Math.round(secondsHeard), isOver]),
    [
      ['a', 30, false],
      ['a', 41, true],
    ],
  )
  assert.equal(ear.told[0]?.[0].startedAtMs, 1_000_000)
})

test('pauses, skips and sleep are not counted; at double speed half the time counts', () => {
  const ear = listen()
  ear.hear(10, { speed: 2 })
  ear.hear(60, { isSounding: false })
  ear.jump(150)
  ear.hear(5)
  ear.pass(3_600)
  ear.hear(5)
  ear.meter.end()
  const [play, isOver] = ear.told[0]!
  assert.equal(isOver, true)
  assert.ok(play.secondsHeard >= 20 && play.secondsHeard <= 22.5, `${play.secondsHeard}`)
})

test('half of a short track counts, and playing it again is another play', () => {
  const ear = listen()
  ear.hear(10, { durationSeconds: 10 })
  ear.jump(0)
  ear.hear(10, { durationSeconds: 10 })
  ear.meter.end()
  assert.deepEqual(
    ear.told.map(([{ secondsHeard }, isOver]) => [Math.round(secondsHeard), isOver]),
    [
      [5, false],
      [10, true],
      [5, false],
      [10, true],
    ],
  )
})

test('the parts that were heard are reported, without what was skipped', () => {
  const ear = listen()
  ear.hear(10)
  ear.jump(100)
  ear.hear(20)
  ear.jump(40)
  ear.hear(5)
  ear.hear(30, { isSounding: false })
  ear.meter.end()
  assert.deepEqual(ear.told.at(-1)?.[0].heard, [0, 10, 100, 120, 40, 45])
})
