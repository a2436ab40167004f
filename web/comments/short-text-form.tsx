/** A form for a short text to somebody: a reply to a comment, or thanks for a zap. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'

type Props = {
  label: string
  hint: string
  sendLabel: string
  maxLength: number
  send: (content: string, options: { idempotencyKey: string }) => Promise<unknown>
  onSent: () => void | Promise<void>
  onClose: () => void
}

export function ShortTextForm({ label, hint, sendLabel, maxLength, send, onSent, onClose }: Props) {
  const callOnce = useCallOnce()
  const [text, setText] = useState('')
  const content = text.trim()
  const sending = useMutation({
    mutationFn: () => callOnce(content, (options) => send(content, options)),
    onSuccess: onSent,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (content !== '') sending.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
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
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={sending.isPending} disabled={content === ''}>
          {sendLabel}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('comments.cancel')}
        </Button>
      </div>
    </form>
  )
}
