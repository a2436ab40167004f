/** The tracks of an artist, or the episodes of a podcast, as a table of texts. A change names the text it replaces, so two
 * editors of the same cell never overwrite each other. */
import type * as calls from '#contract/catalog/bulk/cells.ts'
import { cellSchemas, type CellChange, type CellField } from '#contract/catalog/bulk/cells.ts'
import type { Data } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { type Columns, setColumns } from '#server/catalog/forms/changes.ts'
import { families, type Family } from '#server/catalog/publishing/queries.ts'
import { type CellRow, lockParentsOf, selectEpisodeCells, selectTrackCells } from './cell-queries.ts'

type Table = { family: Family; select: (tx: Tx) => Promise<CellRow[]> }

/** The owner, and members of the team who may edit. */
async function findTable(tx: Tx, caller: Caller, parentId: string, now: Date): Promise<Table> {
  const parent = await findContent(tx, parentId, now)
  if (parent === undefined || parent.is_deleted) throw notFound()
  await requireMay(tx, caller, parent, 'edit')
  if (parent.type === 'artist') return { family: families.album, select: (at) => selectTrackCells(at, parent.id) }
  if (parent.type === 'podcast') return { family: families.podcast, select: (at) => selectEpisodeCells(at, parent.id) }
  throw ruleBrokenInEnglish('Only artists and podcasts have a table.')
}

/** The owner, and members of the team who may edit. */
export async function readCells(
  { database, clock }: Catalog,
  caller: Caller,
  parentId: string,
): Promise<Data<typeof calls.readCells>> {
  const table = await findTable(database.read, caller, parentId, clock.now())
  return table.select(database.read)
}

/** The owner, and members of the team who may edit. A cell whose text is neither the one the caller saw nor the new one leaves
 * all unchanged. */
export async function changeCells(
  { database, clock }: Catalog,
  caller: Caller,
  parentId: string,
  changes: readonly CellChange[],
): Promise<Data<typeof calls.changeCells>> {
  const now = clock.now()
  const table = await findTable(database.read, caller, parentId, now)
  const wanted = changes.map((change) => ({ ...change, id: change.id.toLowerCase() }))
  if (new Set(wanted.map(({ id, field }) => `${id} ${field}`)).size < wanted.length) {
    throw ruleBrokenInEnglish('Each cell can be changed once at a time.')
  }
  return database.transaction(async (tx) => {
    const byRow = Map.groupBy(wanted, ({ id }) => id)
    await lockParentsOf(tx, table.family, [...byRow.keys()])
    requireUnchanged(await table.select(tx), wanted)
    for (const [id, own] of byRow) {
      const columns: Columns = Object.fromEntries(own.map(({ field, to }) => [columnNames[field], valueOf(field, to)]))
      await setColumns(tx, table.family.child, id, columns, now)
    }
    const saved = cellsOf(await table.select(tx))
    return wanted.map((change) => saved(change) ?? change.to)
  })
}

const columnNames: Record<CellField, string> = {
  title: 'title',
  disc: 'disc',
  order: 'position',
  isrc: 'isrc',
  iswc: 'iswc',
  season: 'season',
  number: 'number',
  kind: 'kind',
  explicit: 'is_explicit',
  description: 'description',
}

function cellsOf(rows: readonly CellRow[]): (cell: Pick<CellChange, 'id' | 'field'>) => string | undefined {
  const cells = new Map(rows.map((row) => [row.id, row.cells]))
  return ({ id, field }) => cells.get(id)?.[field]
}

function requireUnchanged(rows: readonly CellRow[], changes: readonly CellChange[]): void {
  const saved = cellsOf(rows)
  const outdated = changes.flatMap((change) => {
    const text = saved(change)
    if (text === undefined) throw notFound()
    return text === change.from || text === change.to ? [] : [{ ...change, saved: text }]
  })
  if (outdated.length > 0) {
    throw new AppError(409, 'cells-changed', errorCodes['cells-changed'], undefined, { cells: outdated })
  }
}

function valueOf(field: CellField, text: string): string | number | boolean | null {
  const parsed = cellSchemas[field].safeParse(text)
  if (!parsed.success) throw new AppError(422, 'cell-invalid')
  if (field === 'explicit') return text === 'yes'
  return parsed.data === '' ? null : (parsed.data ?? null)
}
