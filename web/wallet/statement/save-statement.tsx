/** Saves a statement as a CSV file: all of it, the types that are shown, or a year. */
import { useMutation } from '@tanstack/react-query'
import { exportStatement } from '#contract/accounts/account.ts'
import { fetchFile, saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import type { LineType } from '#web/wallet/line-types.ts'
import { filterOf } from './query.ts'

export function SaveStatement({ types }: { types: readonly LineType[] }) {
  return (
    <SaveCsv
      read={() => fetchFile(exportStatement, { query: filterOf(types) })}
      period={new Date().toISOString().slice(0, 10)}
    />
  )
}

export function SaveCsv({ read, period }: { read: () => Promise<Blob>; period: string }) {
  const saving = useMutation({
    mutationFn: read,
    onSuccess: (file) => {
      saveFile(file, `statement-${period}.csv`)
      showToast(t('wallet.csvSaved'))
    },
    onError: (error) => showErrorToast(describeFailure(error)),
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
