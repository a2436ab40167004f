/** Saves what a part shows as a file for spreadsheets. */
import { saveFile } from '../../save-file.ts'
import { Button } from '../../ui/button.tsx'
import { SaveIcon } from '../../ui/icon.tsx'
import { sayDone } from '../../ui/toast.tsx'
import { t } from '../../words/words.ts'
import { type Cell, writeCsv } from './csv.ts'

export function SaveCsv({
  what,
  name,
  heads,
  rows,
}: {
  /** Read out. */
  what: string
  /** Of the file, without its ending. */
  name: string
  heads: readonly string[]
  rows: () => readonly (readonly Cell[])[]
}) {
  const save = () => {
    // Spreadsheets take it for UTF-8 by its first letter.
    saveFile(new Blob(['\uFEFF', writeCsv(heads, rows())], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    sayDone(t('analytics.csvSaved'))
  }
  return (
    <Button
      kind="quiet"
      size="small"
      className="max-md:min-h-11"
      icon={<SaveIcon size={16} aria-hidden="true" />}
      aria-label={t('analytics.csvOf', { what })}
      onClick={save}
    >
      {t('analytics.csv')}
    </Button>
  )
}

/** Sats with all that is behind the point, as a spreadsheet reckons with them. */
export const satsOf = (amountMsat: number): number => amountMsat / 1_000
