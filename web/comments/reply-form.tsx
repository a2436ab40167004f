/** Writes a reply, below the comment it answers. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { replyToComment } from '#contract/community/comments.ts'
import { MESSAGE_MAX } from '#contract/fields.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { refetchComments } from './comment-changes.ts'

export function ReplyForm({ commentId, name, onClose }: { commentId: string; name: string; onClose: () => void }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const [content, setContent] = useState('')
  const text = content.trim()
  const sending = useMutation({
    mutationFn: () => {
      const body = { commentId, content: text }
      return callOnce(body, (options) => call(replyToComment, { body }, options))
    },
    onSuccess: async () => {
      await refetchComments(queries)
      onClose()
      showToast(t('comments.replySent'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text !== '') sending.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="mt-2 flex max-w-xl flex-col gap-3"
    >
      <TextArea
        label={t('comments.replyTo', { name })}
        hint={t('comments.replyHint')}
        error={sending.isError ? describeFailure(sending.error) : undefined}
        rows={2}
        maxLength={MESSAGE_MAX}
        value={content}
        autoFocus
        onChange={(event) => setContent(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={sending.isPending} disabled={text === ''}>
          {t('comments.sendReply')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('comments.cancel')}
        </Button>
      </div>
    </form>
  )
}
