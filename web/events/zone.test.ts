/** Times on the clock of an event. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromLocalTime, toLocalTime } from './zone.ts'

test('a time on the clock of a zone is that moment, before and after the clocks change', () => {
  const there = (local: string, zone: string, iso: string) => {
    assert.equal(fromLocalTime(local, zone), iso)
    assert.equal(toLocalTime(iso, zone), local)
  }
  there('2027-03-12T20:00', 'Europe/Berlin', '2027-03-12T19:00:00.000Z')
  there('2027-03-28T20:00', 'Europe/Berlin', '2027-03-28T18:00:00.000Z')
  there('2027-03-28T01:30', 'Europe/Berlin', '2027-03-28T00:30:00.000Z')
  there('2027-07-01T00:15', 'Asia/Kathmandu', '2027-06-30T18:30:00.000Z')
  there('2027-11-07T19:00', 'America/New_York', '2027-11-08T00:00:00.000Z')
  assert.equal(fromLocalTime('2027-03-28T02:30', 'Europe/Berlin'), '2027-03-28T01:30:00.000Z')
  assert.equal(fromLocalTime('', 'Europe/Berlin'), null)
})
