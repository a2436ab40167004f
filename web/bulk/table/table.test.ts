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

test('pasted rows change cells starting at the one they are pasted into, and rows without a place are counted', () => {
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

test('several ways in which spreadsheets write “yes” are understood', () => {
  assert.deepEqual(
    ['TRUE', '1', 'x', 'Ja', 'はい', '', 'no', '0'].map((text) => understand('explicit', text)),
    [...['yes', 'yes', 'yes', 'yes', 'yes', 'no', 'no', 'no']],
  )
  assert.deepEqual(
    ['Bonus', 'bonus', 'Special'].map((text) => understand('kind', text)),
    ['bonus', 'bonus', 'Special'],
  )
})

test('a text is valid exactly if the server accepts it', () => {
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

test('a cell that is typed back to its saved text is no edit', () => {
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

test('edits of rows that no longer exist are not sent', () => {
  const edited = withChanges({}, rows, [{ id: 'c', field: 'title', to: 'Drei' }])
  assert.deepEqual(changesOf(edited, rows.slice(0, 2)), [])
})
