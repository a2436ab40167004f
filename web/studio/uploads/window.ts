/** The upload store of this window, as a hook, and the browser's warning before the window is closed.
 * The uploads themselves are uploads.ts. */
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { putFile } from './put-file.ts'
import { sampleOf } from './sample.ts'
import type { Upload } from './upload.ts'
import { createUploads, isActive, type Uploads } from './uploads.ts'

const store = createUploads(putFile, {
  sample: sampleOf,
  onOther: ({ name }) => showToast(t('studio.otherFile', { name })),
})

const preventClosing = (event: BeforeUnloadEvent) => event.preventDefault()

store.subscribe(({ uploads }, before) => {
  const [is, was] = [uploads, before.uploads].map((all) => all.some((one) => isActive(one) || one.state === 'prepared'))
  if (is && !was) addEventListener('beforeunload', preventClosing)
  if (!is && was) removeEventListener('beforeunload', preventClosing)
})

export const uploadActions: Omit<Uploads, 'uploads'> = store.getState()

/** Of all parents whose ids begin with this. */
export function useUploadsUnder(prefix: string): Upload[] {
  return useStore(
    store,
    useShallow(({ uploads }) => uploads.filter(({ parent }) => parent.id.startsWith(prefix))),
  )
}

/** The ids of the parents whose uploads run or are about to. */
export function useSendingTo(): string[] {
  return useStore(
    store,
    useShallow(({ uploads }) => [...new Set(uploads.filter(isActive).map(({ parent }) => parent.id))]),
  )
}

export function useUploadsOf(parentId: string): Upload[] {
  return useStore(
    store,
    useShallow(({ uploads }) => uploads.filter(({ parent }) => parent.id === parentId)),
  )
}
