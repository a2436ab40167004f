/** The edit page of one content, from a description of its kind: the form, the deletion, and further parts. */
import { type ReactNode, useRef } from 'react'
import type { Action } from '#contract/team-roles.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { ContentForm, useSend, type FormContent } from '#web/studio/content/form.tsx'
import { useNewFeedCheck } from '#web/studio/content/new-feed.tsx'
import { DeletePart, type Deletable } from '#web/studio/forms/delete-dialog.tsx'
import type { FormField } from '#web/studio/forms/fields.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useMay } from '#web/studio/content/role.ts'
import { EditFrame, type EditFrameProps, type EditPart } from './edit-frame.tsx'

type Deletion = Pick<Deletable, 'holds' | 'remove' | 'onRefused'> & {
  button: string
  /** Invalidated afterwards. */
  lists: readonly Endpoint[]
  /** The page to show afterwards. */
  next: string
  /** Default: `publish`. */
  needs?: Action
}

function useRefreshLists() {
  const refresh = useRefresh()
  return (lists: readonly Endpoint[]) => Promise.all(lists.map((list) => refresh(list)))
}

const showFailure = (error: unknown) => showErrorToast(describeFailure(error))

export function ContentEditor({
  title,
  content,
  fields,
  hasArtwork = true,
  update,
  read,
  belowForm,
  deletion: { button, lists, next, needs = 'publish', ...deletable },
  parts = [],
  ...frame
}: Omit<EditFrameProps, 'parts'> & {
  content: FormContent
  fields: readonly FormField[]
  hasArtwork?: boolean
  /** The call that saves the form, with the id of the content, and the lists to invalidate afterwards. */
  update: { endpoint: Endpoint; id: Readonly<Record<string, string>>; lists: readonly Endpoint[] }
  /** Loads it again, to find what was changed elsewhere. */
  read: () => Promise<object>
  belowForm?: ReactNode
  deletion: Deletion
  /** The parts after the details. */
  parts?: readonly EditPart[]
}) {
  const refresh = useRefreshLists()
  const navigate = useNavigate()
  const mayDelete = useMay(needs)
  const send = useSend(update.endpoint, update.lists)
  const check = useNewFeedCheck(update.id)
  const undo = useRef<Parameters<typeof showToast>[1]>(undefined)
  const newFeedBefore = ('newFeedUrl' in content && content.newFeedUrl) || ''
  const remove = async () => {
    await deletable.remove()
    await refresh(lists)
  }
  const details = (
    <>
      <ContentForm
        name={Object.values(update.id).join()}
        fields={fields}
        content={content}
        hasArtwork={hasArtwork}
        elsewhere={{ read, show: () => refresh(update.lists) }}
        send={async (filled, overwritten) => {
          const isDoubtful = await check(filled)
          const before = { ...overwritten, ...(isDoubtful && { newFeedUrl: newFeedBefore }) }
          const takeBack = () => void send({ ...update.id, ...before }).catch(showFailure)
          undo.current = Object.keys(before).length > 0 ? { label: t('common.undo'), onClick: takeBack } : undefined
          return send({ ...update.id, ...filled })
        }}
        onDone={() => showToast(t('studio.saved'), undo.current)}
        button={t('studio.save')}
      />
      {belowForm}
      {mayDelete && (
        <DeletePart
          button={button}
          thing={{ ...deletable, title, remove, onGone: () => void navigate(next, { replace: true }) }}
        />
      )}
    </>
  )
  return (
    <EditFrame
      {...frame}
      title={t('studio.editTitle', { title })}
      parts={[{ key: 'details', name: t('studio.partDetails'), panel: details }, ...parts]}
    />
  )
}
