/** Date ranges, chart points and CSV files of the analytics page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsv } from './csv.ts'
import { type Audience, formatChange, largestOf, listChanges } from './changes.ts'
import { countDays, type DayRange, isShownByMonth, rangeBefore, readChoice } from './day-ranges.ts'
import { bestOf, byMonth, changePercent, pointsOf, sumOfFirst } from './points.ts'
import { describeRange } from './wordings.ts'

const TODAY = '2030-06-15'
const choose = (search: string) => readChoice(new URLSearchParams(search), TODAY, 1_100)

test('the URL selects the days; without it, or with an invalid one, they are the last 30', () => {
  const usual = { preset: 30, range: { from: '2030-05-17', to: TODAY } }
  for (const search of ['', 'days=30', 'days=31', 'from=2030-06-01', 'from=2030-06-02&to=2030-06-01', 'from=x&to=y']) {
    assert.deepEqual(choose(search), usual, search)
  }
  assert.deepEqual(choose('days=7').range, { from: '2030-06-09', to: TODAY })
  assert.deepEqual(choose('from=2029-01-01&to=2029-12-31'), {
    preset: null,
    range: { from: '2029-01-01', to: '2029-12-31' },
  })
  assert.equal(choose('from=2020-01-01&to=2029-12-31').preset, 30)
})

test('the previous range has as many days and ends the day before', () => {
  assert.deepEqual(rangeBefore({ from: '2030-03-01', to: '2030-03-31' }), { from: '2030-01-29', to: '2030-02-28' })
  assert.deepEqual(rangeBefore({ from: TODAY, to: TODAY }), { from: '2030-06-14', to: '2030-06-14' })
  assert.equal(countDays(rangeBefore({ from: '2029-06-16', to: TODAY })), 365)
})

test('the time zone is named once if all figures use it', () => {
  const range = { from: '2030-06-09', to: TODAY }
  assert.equal(describeRange(range, 'UTC'), '9 June 2030 to 15 June 2030. All by days in UTC.')
  assert.match(describeRange(range, 'America/New_York'), /Plays by days in America\/New York; .+ by days in UTC\.$/)
})

test('long ranges are shown by month, and months are the sums of their days', () => {
  assert.equal(isShownByMonth({ from: '2030-04-01', to: '2030-06-30' }), false)
  assert.equal(isShownByMonth({ from: '2030-04-01', to: '2030-07-02' }), true)
  const days = [
    { createdAt: '2030-05-30', value: 1 },
    { createdAt: '2030-05-31', value: 2 },
    { createdAt: '2030-06-01', value: 4 },
  ]
  assert.deepEqual(byMonth(days), [
    { createdAt: '2030-05', value: 3 },
    { createdAt: '2030-06', value: 4 },
  ])
  assert.deepEqual(
    [...pointsOf(days), ...pointsOf(byMonth(days))].map(({ label, name }) => [label, name]),
    [
      ['30 May', '30 May 2030'],
      ['31 May', '31 May 2030'],
      ['1 Jun', '1 June 2030'],
      ['May ’30', 'May 2030'],
      ['Jun ’30', 'June 2030'],
    ],
  )
})

test('the best is the highest, and there is no best of nothing', () => {
  assert.equal(bestOf([{ createdAt: '2030-06-01', value: 0 }]), null)
  assert.equal(bestOf([]), null)
  const figures = [1, 9, 9].map((value, index) => ({ createdAt: `2030-06-0${index + 1}`, value }))
  assert.equal(bestOf(figures)?.createdAt, '2030-06-02')
})

test('first days count from the hours of a single day too, and are unknown until they are over', () => {
  const spans = [1, 7, 30]
  const sums = (range: DayRange, points: number[]) => spans.map((days) => sumOfFirst(days, range, points))
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 2 : 0))
  assert.deepEqual(sums({ from: TODAY, to: TODAY }, hours), [2, null, null])
  assert.deepEqual(sums({ from: '2030-06-14', to: TODAY }, [3, 2]), [3, null, null])
  assert.deepEqual(sums({ from: '2030-06-08', to: TODAY }, [1, 1, 1, 1, 1, 1, 1, 9]), [1, 7, null])
})

test('a change is a percentage of the previous value, and there is none from zero', () => {
  assert.equal(changePercent(150, 100), 50)
  assert.equal(changePercent(0, 100), -100)
  assert.equal(changePercent(5, 0), null)
})

test('a file contains what was entered, and no formula that a spreadsheet would execute', () => {
  assert.equal(
    formatCsv(['Title', 'Sats'], [['Say "hello", world', 1.5]]),
    'Title,Sats\r\n"Say ""hello"", world",1.5\r\n',
  )
  assert.equal(
    formatCsv(['a'], [['=HYPERLINK("x")'], ['+1'], ['@me'], ['-2'], ['two\nlines']]).split('\r\n')[1],
    `"'=HYPERLINK(""x"")"`,
  )
})

test('changes are in the order of their size, with earnings and plays first, and what did not change is left out', () => {
  const of = (kind: Audience['parts'][number]['kind'], key: string, playTotal: number, playsBefore: number) => ({
    kind,
    key,
    title: kind === 'content' ? key : '',
    playTotal,
    playsBefore,
  })
  const audience: Audience = {
    playTotal: 21,
    playsBefore: 20,
    listeners: { total: 7, before: 7, month: '2030-06', ofMonth: 7, regular: 2 },
    growth: [{ kind: 'follower', total: 9, gained: 1, gainedBefore: 3 }],
    points: [21],
    parts: [
      of('source', 'search', 3, 12),
      of('source', 'home', 18, 8),
      of('country', 'DE', 21, 2),
      of('content', 'Kite String', 21, 20),
    ],
  }
  const shown = (earned: { now: number; before: number } | null) =>
    listChanges(audience, earned).map((change) => [change.key, formatChange(change)])
  const counts = [
    ['plays', '+1'],
    ['search', '−9'],
    ['home', '+10'],
    ['follower', '−2'],
  ]
  assert.deepEqual(shown(null), counts)
  assert.deepEqual(shown({ now: 0, before: 0 }), counts)
  assert.deepEqual(shown({ now: 0, before: 95_000 }), [['earnings', '−95 sats'], ...counts])
  assert.deepEqual(shown({ now: 5_000, before: 5_000 }), [['earnings', '0 sats'], ...counts])
})

test('the largest change is the largest in proportion; small numbers and few sats count less', () => {
  const growth = { kind: 'follower', total: 9, gained: 1, gainedBefore: 1 } as const
  const largest = (playTotal: number, now: number) => {
    const audience = { playTotal, playsBefore: 2, listeners: null, growth: [growth], points: [], parts: [] }
    return largestOf(listChanges(audience, { now, before: 1_000 }))?.inSentence
  }
  assert.equal(largest(6, 90_000), 'plays')
  assert.equal(largest(2, 90_000), 'earnings')
  assert.equal(largest(2, 1_000), undefined)
  const of = (name: string, before: number, now: number, isMoney = false) => ({
    key: name,
    name,
    inSentence: name,
    before,
    now,
    isMoney,
  })
  const plays = of('plays', 1_000, 1_010)
  assert.equal(largestOf([plays, of('followers', 1, 9)])?.key, 'followers')
  assert.equal(largestOf([of('plays', 100, 300), of('followers', 0, 1)])?.key, 'plays')
  assert.equal(largestOf([of('earnings', 90_000_000, 4_000_000, true), plays])?.key, 'earnings')
  assert.equal(largestOf([of('earnings', 90_000_000, 91_000_000, true), of('plays', 100, 300)])?.key, 'plays')
})
