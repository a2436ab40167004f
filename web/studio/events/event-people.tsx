/** The guest list of an event, and the helpers at its door. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { setConcertHelpers } from '#contract/concerts/concerts.ts'
import { addConcertGuest, GUEST_NAME_MAX, listTicketSales } from '#contract/concerts/tickets.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import type { ConcertWire } from '#web/events/times.ts'
import { ShownLink } from '#web/studio/content/shown-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

export function EventPeople({ concert }: { concert: ConcertWire }) {
  const { call } = useSite()
  const { data } = useQuery({
    ...callQuery(call, listTicketSales, { params: { concertId: concert.id } }),
    staleTime: 0,
  })
  return (
    <div className="grid gap-x-14 gap-y-10 md:grid-cols-2">
      <Guests concertId={concert.id} />
      {data && <Helpers concertId={concert.id} usernames={data.helpers} />}
    </div>
  )
}

function Guests({ concertId }: { concertId: string }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: () => call(addConcertGuest, { params: { concertId }, body: { name: name.trim() } }),
    onSuccess: () => {
      setName('')
      void refresh(listTicketSales)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') adding.mutate()
  }
  return (
    <section>
      <h2 className="text-xl md:text-2xl">{t('events.guestList')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('events.guestLead')}</p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t('events.guestName')}
          value={name}
          maxLength={GUEST_NAME_MAX}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {adding.error && <Problem words={describeFailure(adding.error)} />}
        <div>
          <Button type="submit" isWaiting={adding.isPending} disabled={name.trim() === ''}>
            {t('events.addGuest')}
          </Button>
        </div>
      </form>
      {adding.data && (
        <ShownLink
          lead={t('events.guestAdded', { code: adding.data.code })}
          url={`${location.origin}/tickets#${adding.data.token}`}
        />
      )}
    </section>
  )
}

function Helpers({ concertId, usernames }: { concertId: string; usernames: readonly string[] }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [text, setText] = useState(usernames.join(', '))
  const saving = useMutation({
    mutationFn: () => {
      const names = text.split(/[\s,]+/).filter((name) => name !== '')
      return call(setConcertHelpers, { params: { concertId }, body: { usernames: names } })
    },
    onSuccess: (saved) => {
      setText(saved.usernames.join(', '))
      void refresh(listTicketSales)
      showToast(t('studio.saved'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <section>
      <h2 className="text-xl md:text-2xl">{t('events.helpers')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('events.helpersLead')}</p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t('events.helperNames')}
          hint={t('events.helperHint')}
          value={text}
          maxLength={600}
          autoCapitalize="none"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {saving.error && <Problem words={describeFailure(saving.error)} />}
        <div>
          <Button type="submit" isWaiting={saving.isPending}>
            {t('events.saveHelpers')}
          </Button>
        </div>
      </form>
    </section>
  )
}
