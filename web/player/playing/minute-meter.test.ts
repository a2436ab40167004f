/** What counts as a heard minute. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMinuteMeter, type MinuteMoment } from './minute-meter.ts'

const at = (position: number, more: Partial<MinuteMoment> = {}): MinuteMoment => ({
  isHeard: true,
  isPlaying: true,
  position,
  durationSeconds: 180,
  ...more,
})

/** Plays from one second to another, four reports a second. */
function play(meter: ReturnType<typeof createMinuteMeter>, from: number, to: number): boolean {
  let isSteady = true
  for (let position = from; position <= to; position += 0.25) isSteady = meter.note(at(position)) && isSteady
  return isSteady
}

test('sixty seconds of the track are a minute, wherever it began', () => {
  const meter = createMinuteMeter()
  assert.ok(play(meter, 20, 79))
  assert.equal(meter.isOver(), false)
  assert.ok(play(meter, 79, 80))
  assert.equal(meter.isOver(), true)
  assert.equal(meter.seconds(), 60)
})

test('a pause suspends the minute; a seek and a muted player end it', () => {
  const meter = createMinuteMeter()
  play(meter, 0, 30)
  assert.ok(meter.note(at(30, { isHeard: false, isPlaying: false })))
  assert.ok(meter.note(at(30)))
  assert.equal(meter.seconds(), 30)
  assert.equal(meter.note(at(90)), false)
  assert.equal(meter.seconds(), 0)
  play(meter, 90, 100)
  assert.equal(meter.note(at(100.25, { isHeard: false })), false)
  assert.equal(meter.seconds(), 0)
})

test('a track that repeats continues the minute', () => {
  const meter = createMinuteMeter()
  play(meter, 150, 179.75)
  assert.ok(meter.note(at(0.25)))
  assert.ok(play(meter, 0.5, 30))
  assert.equal(meter.isOver(), true)
})
