/** Writes a public comment on nostr, or a reply to one. */
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { COMMENT_MAX_CHARACTERS } from '#protocols/nostr/comments.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import { useDraft } from '#web/session/drafts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

type Props = {
  /** Of the text that is kept until it is sent. */
  name: string
  label: string
  sendLabel: string
  onSend: (text: string) => Promise<void>
  /** For a reply, which can be cancelled. */
  onClose?: () => void
}

export function CommentForm({ name, label, sendLabel, onSend, onClose }: Props) {
  const { value: content, change: setContent, reset } = useDraft(name, '')
  const text = content.trim()
  const sending = useMutation({
    mutationFn: () => onSend(text),
    onSuccess: () => {
      reset()
      showToast(t('reactions.sent'))
      onClose?.()
    },
  })
  const cancel =
    onClose &&
    (() => {
      reset()
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text !== '' && !sending.isPending) sending.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && cancel?.()}
      className="flex max-w-xl flex-col gap-3"
    >
      <TextArea
        label={label}
        hint={t('reactions.note')}
        error={sending.isError ? describePublishing(sending.error) : undefined}
        rows={2}
        maxLength={COMMENT_MAX_CHARACTERS}
        value={content}
        autoFocus={onClose !== undefined}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={sending.isPending} disabled={text === ''}>
          {sendLabel}
        </Button>
        {cancel && (
          <Button kind="quiet" onClick={cancel}>
            {t('comments.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
