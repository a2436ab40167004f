/** Saves the statement as a file. The token goes in a header, so the file is fetched first and then saved. */
import { useMutation } from '@tanstack/react-query'
import { exportStatement } from '#contract/accounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError, urlOf } from '../api.ts'
import { readToken } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { SaveIcon } from '../ui/icon.tsx'
import { sayDone, sayFailed } from '../ui/toast.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import type { LineType } from './line-types.ts'
import { filterOf } from './statement-query.ts'

/** A long statement takes a while. */
const TIMEOUT_MS = 60_000

export function SaveStatement({ types }: { types: readonly LineType[] }) {
  const saving = useMutation({
    mutationFn: () => fetchStatement(types),
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

async function fetchStatement(types: readonly LineType[]): Promise<Blob> {
  const path = urlOf(exportStatement, { query: filterOf(types) })
  const headers = { authorization: `Bearer ${readToken() ?? ''}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(path, { headers, credentials: 'omit', signal }).catch(() => null)
  if (response === null) throw new ApiError(0, 'no-answer', 'No answer')
  if (response.ok) return response.blob()
  const answer = (await response.json().catch(() => ({}))) as { error?: string; code?: ErrorCode }
  throw new ApiError(response.status, answer.code ?? 'internal-error', answer.error ?? t('failure.unknown'))
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has its own hold on the file once saving has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
