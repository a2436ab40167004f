/** In the library, what is no longer liked disappears from its list. A toast offers to undo that. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addToLibrary } from '#contract/listening/library.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { refreshLibrary } from '#web/likes/library-entry.ts'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

export function useUndoRemoval(): void {
  const { call } = useSite()
  const queries = useQueryClient()
  useEffect(() => {
    const restore = async (contentId: string) => {
      await call(addToLibrary, { body: { contentId } }).catch((error: unknown) =>
        showErrorToast(describeFailure(error)),
      )
      await refreshLibrary(queries)
    }
    return queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const { options, state } = event.mutation
      // The mutation of library-entry.ts; false is what was wanted.
      const [name, contentId] = options.mutationKey ?? []
      if (name !== 'keep' || typeof contentId !== 'string' || state.variables !== false) return
      showToast(t('library.removed'), { label: t('common.undo'), onClick: () => void restore(contentId) })
    })
  }, [call, queries])
}
