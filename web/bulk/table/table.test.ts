/** Pasting rows of a spreadsheet, and edits of cells that were changed elsewhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellField, cellSchemas, trackCells } from '#contract/catalog/bulk/cells.ts'
import { isValid, understand } from './columns.ts'
import { changesOf, decide, outdatedOf, type Row, textOf, withChanges } from './edits.ts'
import { isTable, parseTable, planPaste } from './paste.ts'

const row = (id: string, title: string, disc = '1'): Row => ({
  id,
  album: 'Dawn',
  cells: { title, disc, order: '1', isrc: '', iswc: '', explicit: 'no' },
})
const rows = [row('a', 'One'), row('b', 'Two'), row('c', 'Three')]

test('cells with quotes contain tabs, lines and quotes', () => {
  assert.deepEqual(parseTable('One\t2\r\n"Two\nlines"\t"say ""so"""\r\n'), [
    ['One', '2'],
    ['Two\nlines', 'say "so"'],
  ])
  assert.deepEqual(parseTable('"open\tx'), [['"open', 'x']])
  assert.deepEqual(parseTable(''), [['']])
  assert.deepEqual([isTable('One\n'), isTable('a\tb'), isTable('a\nb')], [false, true, true])
})

test('pasted rows change the cells from the one they are pasted into, and say which rows are left', () => {
  const shown = { rows, columns: trackCells, edits: {} }
  const { changes, leftRows } = planPaste(shown, { rowIndex: 1, field: 'title' }, [
    ['Zwei', '2'],
    ['Three', '1'],
    ['Four', '1'],
  ])
  assert.deepEqual(
    changes.map(({ id, field, before, to }) => [id, field, before, to]),
    [
      ['b', 'title', 'Two', 'Zwei'],
      ['b', 'disc', '1', '2'],
    ],
  )
  assert.equal(leftRows, 1)
  const wide = planPaste(shown, { rowIndex: 0, field: 'explicit' }, [['TRUE', 'no column here']])
  assert.deepEqual(
    wide.changes.map(({ to }) => to),
    ['yes'],
  )
})

test('spreadsheets say yes in several ways', () => {
  assert.deepEqual(
    ['TRUE', '1', 'x', 'Ja', 'はい', '', 'no', '0'].map((text) => understand('explicit', text)),
    [...['yes', 'yes', 'yes', 'yes', 'yes', 'no', 'no', 'no']],
  )
  assert.deepEqual(
    ['Bonus', 'bonus', 'Special'].map((text) => understand('kind', text)),
    ['bonus', 'bonus', 'Special'],
  )
})

test('a text is valid if the server accepts it: not track 0 or 100, and no title is none', () => {
  const texts = ['', '0', '1', '50', '51', '99', '100', '999', '1000', '99999', '100000', '1.5', '-1', ' 2']
  texts.push(
    '🎹',
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(4001),
    'US-RC1-76-07839',
    'DE-1',
    'T-034.524.680-1',
    'T-1',
  )
  texts.push('full', 'special', 'yes', 'TRUE', '01')
  for (const [field, schema] of Object.entries(cellSchemas)) {
    const accepted = texts.filter((text) => schema.safeParse(text).success)
    assert.ok(accepted.length > 0 && accepted.length < texts.length, field)
    assert.deepEqual(
      texts.filter((text) => isValid(field as CellField, text)),
      accepted,
      field,
    )
  }
})

test('an edit that is taken back by hand is none', () => {
  const edited = withChanges({}, rows, [{ id: 'a', field: 'title', to: 'Uno' }])
  assert.deepEqual([textOf(rows[0]!, edited['a'], 'title'), changesOf(edited, rows).length], ['Uno', 1])
  assert.deepEqual(withChanges(edited, rows, [{ id: 'a', field: 'title', to: 'One' }]), {})
})

test('a cell that was changed elsewhere shows both texts, and the user decides', () => {
  const edited = withChanges({}, rows, [
    { id: 'a', field: 'title', to: 'Mine' },
    { id: 'b', field: 'title', to: 'Zwei' },
  ])
  const newer = [row('a', 'Theirs', '2'), rows[1]!]
  const outdated = outdatedOf(edited, newer)
  assert.deepEqual(
    outdated.map(({ id, to, saved }) => [id, to, saved]),
    [['a', 'Mine', 'Theirs']],
  )
  const mine = decide(edited, outdated[0]!, true)
  assert.deepEqual([outdatedOf(mine, newer), mine['a']], [[], { title: { from: 'Theirs', to: 'Mine' } }])
  assert.deepEqual(
    changesOf(decide(edited, outdated[0]!, false), newer).map(({ id }) => id),
    ['b'],
  )
})

test('edits of rows that are gone are not sent', () => {
  const edited = withChanges({}, rows, [{ id: 'c', field: 'title', to: 'Drei' }])
  assert.deepEqual(changesOf(edited, rows.slice(0, 2)), [])
})
