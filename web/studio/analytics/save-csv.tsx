/** Saves the data of a section as a CSV file. */
import { saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { type Cell, formatCsv } from './csv.ts'

export function SaveCsv({
  what,
  name,
  heads,
  rows,
}: {
  /** For screen readers. */
  what: string
  /** The file name, without its extension. */
  name: string
  heads: readonly string[]
  rows: () => readonly (readonly Cell[])[]
}) {
  const save = () => {
    // Spreadsheets recognise UTF-8 by the byte order mark.
    saveFile(new Blob(['\uFEFF', formatCsv(heads, rows())], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    showToast(t('analytics.csvSaved'))
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

/** Sats with all decimals, for calculations in a spreadsheet. */
export const satsOf = (amountMsat: number): number => amountMsat / 1_000
