/** Chooses the receiver of a new conversation. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { findAddressee } from './addressee.ts'
import { BackToConversations } from './open-conversation.tsx'

/** `to`: the receiver in the URL, as in the link of a profile. */
export function NewConversation({ to }: { to: string }) {
  const { publicUrl } = useSettings()
  const navigate = useNavigate()
  const [text, setText] = useState(to)
  const finding = useMutation({
    mutationFn: () => findAddressee(text, [location.host, URL.parse(publicUrl)?.host ?? '']),
    onSuccess: (pubkey) => {
      if (pubkey !== null) void navigate(`/messages?with=${pubkey}`, { replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') finding.mutate()
  }
  const isNobody = finding.isSuccess && finding.data === null
  const problem = finding.isError ? describeFailure(finding.error) : isNobody ? t('messages.nobody') : undefined
  return (
    <section aria-labelledby="new-talk">
      <BackToConversations />
      <h2 id="new-talk" className="mb-4 text-2xl">
        {t('messages.new')}
      </h2>
      <form noValidate onSubmit={submit} className="flex max-w-xl flex-col items-start gap-4">
        <Field
          label={t('messages.to')}
          hint={t('messages.toHint')}
          error={problem}
          value={text}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="w-full"
          onChange={(event) => {
            setText(event.target.value)
            finding.reset()
          }}
        />
        <Button type="submit" isWaiting={finding.isPending} disabled={text.trim() === ''}>
          {t('messages.next')}
        </Button>
      </form>
    </section>
  )
}
