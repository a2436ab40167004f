/** Asks for a reason, which is logged with the action; and the field for it, of other dialogs. */
import { useMutation } from '@tanstack/react-query'
import { useState, type ComponentProps, type FormEvent } from 'react'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

export const REASON_MAX = 1_000

export type Question = {
  title: string
  lead: string
  button: string
  isDestructive?: boolean
  /** The reason is optional. */
  isOptional?: boolean
  send: (reason: string) => Promise<unknown>
}

export function ReasonDialog({ question, onClose }: { question: Question | null; onClose: () => void }) {
  return (
    <Dialog isOpen={question !== null} onClose={onClose} title={question?.title ?? ''} closeLabel={t('common.close')}>
      {question && <ReasonForm question={question} onClose={onClose} />}
    </Dialog>
  )
}

type ReasonFieldProps = Partial<Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'error' | 'autoFocus'>> & {
  value: string
  onChange: (value: string) => void
}

export function ReasonField({ label = t('admin.reason'), value, onChange, ...field }: ReasonFieldProps) {
  return (
    <TextArea
      {...field}
      label={label}
      rows={3}
      maxLength={REASON_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The reason in a form that is sent with it. */
export function useReason(
  { error, mutate }: { error: Error | null; mutate: (reason: string) => void },
  isOptional = false,
) {
  const [reason, setReason] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const isMissing = !isOptional && reason.trim() === ''
  const missing = showsErrors && isMissing ? t('admin.reasonMissing') : undefined
  return {
    field: { value: reason, onChange: setReason, error: missing },
    problem: describeProblem(error),
    submit(event: FormEvent) {
      event.preventDefault()
      setShowsErrors(true)
      if (!isMissing) mutate(reason.trim())
    },
  }
}

function ReasonForm({ question, onClose }: { question: Question; onClose: () => void }) {
  const { lead, button, isDestructive = false, isOptional = false, send } = question
  const sending = useMutation({ mutationFn: send, onSuccess: onClose })
  const { field, problem, submit } = useReason(sending, isOptional)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{lead}</p>
      <ReasonField label={t(isOptional ? 'admin.reasonOptional' : 'admin.reason')} autoFocus {...field} />
      {problem !== undefined && <Problem words={problem} />}
      <DialogButtons
        cancelLabel={t('admin.cancel')}
        onCancel={onClose}
        type="submit"
        kind={isDestructive ? 'danger' : 'solid'}
        isWaiting={sending.isPending}
      >
        {button}
      </DialogButtons>
    </form>
  )
}
