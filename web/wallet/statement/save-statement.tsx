/** Saves the statement as a file: all of it, or the types that are shown. */
import { useMutation } from '@tanstack/react-query'
import { exportStatement } from '#contract/accounts/account.ts'
import { fetchFile, saveFile } from '../../session/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SaveIcon } from '../../ui/icon.tsx'
import { sayDone, sayFailed } from '../../ui/overlays/toast.tsx'
import { describeFailure } from '../../data/failures.ts'
import { t } from '../../words/words.ts'
import type { LineType } from '../line-types.ts'
import { filterOf } from './statement-query.ts'

export function SaveStatement({ types }: { types: readonly LineType[] }) {
  const saving = useMutation({
    mutationFn: () => fetchFile(exportStatement, { query: filterOf(types) }),
    onSuccess: (file) => {
      saveFile(file, `statement-${new Date().toISOString().slice(0, 10)}.csv`)
      sayDone(t('wallet.csvSaved'))
    },
    onError: (error) => sayFailed(describeFailure(error)),
  })
  return (
    <Button
      kind="quiet"
      size="small"
      isWaiting={saving.isPending}
      icon={<SaveIcon size={16} aria-hidden="true" />}
      onClick={() => saving.mutate()}
    >
      {t('wallet.csv')}
    </Button>
  )
}
