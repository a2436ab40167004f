/** Writes a reply, below the comment that it replies to. */
import { useQueryClient } from '@tanstack/react-query'
import { replyToComment } from '#contract/community/comments.ts'
import { MESSAGE_MAX } from '#contract/fields.ts'
import { useSite } from '#web/data/site.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { refetchComments } from './comment-changes.ts'
import { ShortTextForm } from './short-text-form.tsx'

export function ReplyForm({ commentId, name, onClose }: { commentId: string; name: string; onClose: () => void }) {
  const { call } = useSite()
  const queries = useQueryClient()
  return (
    <ShortTextForm
      name={`reply of ${commentId}`}
      label={t('comments.replyTo', { name })}
      hint={t('comments.replyHint')}
      sendLabel={t('comments.sendReply')}
      maxLength={MESSAGE_MAX}
      send={(content, options) => call(replyToComment, { body: { commentId, content } }, options)}
      onSent={async () => {
        await refetchComments(queries)
        onClose()
        showToast(t('comments.replySent'))
      }}
      onClose={onClose}
    />
  )
}
