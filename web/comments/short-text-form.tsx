/** A form for a short text to somebody: a reply to a comment, or thanks for a zap. */
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useDraft } from '#web/session/drafts.ts'
import { TextArea } from '#web/ui/controls/field.tsx'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { t } from '#web/words/words.ts'

type Props = {
  /** Of the text that is kept until it is sent. */
  name: string
  label: string
  hint: string
  sendLabel: string
  maxLength: number
  send: (content: string, options: { idempotencyKey: string }) => Promise<unknown>
  onSent: () => void | Promise<void>
  onClose: () => void
}

export function ShortTextForm({ name, label, hint, sendLabel, maxLength, send, onSent, onClose }: Props) {
  const callOnce = useCallOnce()
  const { value: text, change: setText, reset } = useDraft(name, '')
  const content = text.trim()
  const sending = useMutation({
    mutationFn: () => callOnce(content, (options) => send(content, options)),
    onSuccess: () => {
      reset()
      return onSent()
    },
  })
  const cancel = () => {
    reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (content !== '') sending.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
      className="mt-2 flex max-w-xl flex-col gap-3"
    >
      <TextArea
        label={label}
        hint={hint}
        error={sending.isError ? describeFailure(sending.error) : undefined}
        rows={2}
        maxLength={maxLength}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <FormButtons
        type="submit"
        isWaiting={sending.isPending}
        disabled={content === ''}
        cancelLabel={t('comments.cancel')}
        onCancel={cancel}
      >
        {sendLabel}
      </FormButtons>
    </form>
  )
}
