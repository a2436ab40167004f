/** All fields of an artist's tracks or a podcast's episodes: editing, pasting, saving all at once, undoing the last saves. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type CellChange, type CellField, changeCells, readCells } from '#contract/catalog/bulk/cells.ts'
import { ApiError } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { columnsOf, isValid } from './columns.ts'
import { changesOf, decide, editsOf, inverse, outdatedOf, type Row, withChanges } from './edits.ts'
import { Grid, type GridActions } from './grid.tsx'
import { type StoredEdits, useStoredEdits } from './stored-edits.ts'
import { OutdatedCells, PasteDialog, SetForAll } from './parts.tsx'
import { isTable, parseTable, type Pasted, planPaste } from './paste.ts'

export type TableOf = { id: string; kind: 'artist' | 'podcast'; name: string }

export function CellTable({ of }: { of: TableOf }) {
  const { call } = useSite()
  const query = useQuery({ ...callQuery(call, readCells, { params: { contentId: of.id } }), staleTime: 0 })
  if (query.data === undefined) return <EditorWait query={query} />
  if (query.data.length === 0) return <EmptyState sentence={t('table.empty')} />
  return <Editing of={of} rows={query.data} />
}

/** A table of thousands of fields takes seconds to draw. */
const SHOWN_MAX = 300

function Editing({ of, rows }: { of: TableOf; rows: readonly Row[] }) {
  const stored = useStoredEdits(of.id)
  const { selected, select, selectAll } = useSelection(rows)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const columns = columnsOf(of.kind)
  const shown = isWhole ? rows : rows.slice(0, SHOWN_MAX)
  const saving = useSaving(of, stored)
  const outdated = outdatedOf(stored.edits, rows)
  const actions = useActions({ stored, rows, shown, select, columns }, setPasted)
  return (
    <>
      <label className="mb-2 inline-flex min-h-11 items-center gap-2.5 text-sm font-medium text-ink-2">
        <input
          type="checkbox"
          checked={selected.size === rows.length}
          onChange={selectAll}
          className="size-4.5 accent-purple"
        />
        {t('studio.chooseAll')}
      </label>
      {selected.size > 0 && (
        <SetForAll
          columns={columns}
          count={selected.size}
          onSet={(field, to) =>
            stored.setEdits((edits) =>
              withChanges(
                edits,
                rows,
                [...selected].map((id) => ({ id, field, to })),
              ),
            )
          }
        />
      )}
      <OutdatedCells
        cells={outdated}
        onDecide={(cell, isMine) => stored.setEdits((edits) => decide(edits, cell, isMine))}
      />
      <SaveBar {...{ stored, rows, saving }} isOutdated={outdated.length > 0} />
      <Grid
        label={t('table.of', { name: of.name })}
        rows={shown}
        edits={stored.edits}
        {...{ columns, selected, actions }}
      />
      {shown.length < rows.length && (
        <Button kind="quiet" className="mt-4" onClick={() => setIsWhole(true)}>
          {t('studio.comingAll', { count: rows.length })}
        </Button>
      )}
      {pasted !== null && (
        <PasteDialog
          pasted={pasted}
          onClose={() => setPasted(null)}
          onApply={() => {
            stored.setEdits((edits) => withChanges(edits, rows, pasted.changes))
            setPasted(null)
          }}
        />
      )}
    </>
  )
}

type Shown = Pick<GridActions, 'select'> & {
  stored: StoredEdits
  rows: readonly Row[]
  shown: readonly Row[]
  columns: readonly CellField[]
}

/** The same object in every render: rows are drawn again only when they change. */
function useActions(table: Shown, onPasted: (pasted: Pasted) => void): GridActions {
  const now = useRef(table)
  useEffect(() => {
    now.current = table
  })
  return useMemo(
    () => ({
      edit: (id, field, to) => {
        const { stored, rows } = now.current
        stored.setEdits((edits) => withChanges(edits, rows, [{ id, field, to }]))
      },
      select: (index, isRange) => now.current.select(index, isRange),
      paste: (at, event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!isTable(text)) return
        event.preventDefault()
        const { shown, columns, stored } = now.current
        onPasted(planPaste({ rows: shown, columns, edits: stored.edits }, at, parseTable(text)))
      },
    }),
    [onPasted],
  )
}

function useSelection(rows: readonly Row[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef(0)
  const select = (index: number, isRange: boolean) => {
    const id = rows[index]?.id
    if (id === undefined) return
    const [from, to] = [Math.min(last.current, index), Math.max(last.current, index)]
    last.current = index
    if (isRange) return setSelected((all) => new Set([...all, ...rows.slice(from, to + 1).map((row) => row.id)]))
    setSelected((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])))
  }
  const selectAll = () => setSelected(selected.size === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))
  return { selected, select, selectAll }
}

type Saving = ReturnType<typeof useSaving>

/** `isUndo`: takes back the last save. If anything fails, the newest texts are loaded, and edits that no longer fit are shown
 * beside them. */
function useSaving(of: TableOf, stored: StoredEdits) {
  const { call } = useSite()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ changes }: { changes: CellChange[]; isUndo: boolean }) =>
      call(changeCells, { params: { contentId: of.id }, body: { changes } }),
    onSuccess: (texts, { changes, isUndo }) => {
      if (isUndo) stored.dropSave()
      else stored.addSave(changes.map((change, index) => ({ ...change, to: texts[index] ?? change.to })))
      showToast(t(isUndo ? 'table.undone' : 'studio.saved'))
    },
    onError: (error, { changes, isUndo }) => {
      if (isUndo && isConflict(error)) stored.dropSave(editsOf(changes))
    },
    // Lists of tracks and episodes show the same texts.
    onSettled: () => queries.invalidateQueries(),
  })
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'cells-changed'

function SaveBar({
  stored,
  rows,
  saving,
  isOutdated,
}: {
  stored: StoredEdits
  rows: readonly Row[]
  saving: Saving
  isOutdated: boolean
}) {
  const changes = changesOf(stored.edits, rows)
  const wrong = changes.filter(({ field, to }) => !isValid(field, to)).length
  const last = stored.saves.at(-1)
  return (
    <div className="sticky top-0 z-10 mb-2 bg-paper py-2">
      <div className="flex flex-wrap items-center gap-2.5">
        <p role="status" className="mr-auto font-semi max-md:w-full">
          {changes.length > 0 && t('table.changes', { count: changes.length })}
          {wrong > 0 && <span className="block text-pink">{t('table.invalid', { count: wrong })}</span>}
        </p>
        {changes.length === 0 && last !== undefined && (
          <Button
            kind="quiet"
            isWaiting={saving.isPending}
            onClick={() => saving.mutate({ changes: inverse(last), isUndo: true })}
          >
            {t('table.undo', { count: last.length })}
          </Button>
        )}
        {changes.length > 0 && (
          <Button kind="quiet" disabled={saving.isPending} onClick={() => stored.setEdits(() => ({}))}>
            {t('table.discard')}
          </Button>
        )}
        <Button
          isWaiting={saving.isPending}
          disabled={changes.length === 0 || wrong > 0 || isOutdated}
          onClick={() => saving.mutate({ changes, isUndo: false })}
        >
          {t('studio.save')}
        </Button>
      </div>
      {saving.error && !isConflict(saving.error) && <Alert className="mt-2">{describeFailure(saving.error)}</Alert>}
    </div>
  )
}
