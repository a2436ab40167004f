/** Publishing an event, cancelling it with refunds, deleting it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteConcert, publishConcert } from '#contract/concerts/concerts.ts'
import { cancelConcert, listTicketSales } from '#contract/concerts/tickets.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import type { ConcertWire } from '#web/events/times.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { DeletePart } from '#web/studio/forms/delete-dialog.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { draftOf } from './event-fields.ts'
import { useStoredDraft } from './stored-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

type Props = { concert: ConcertWire; onChange: (concert: ConcertWire) => void }

export function EventPublishing({ concert, onChange }: Props) {
  const { call } = useSite()
  const { isChanged } = useStoredDraft(concert.id, draftOf(concert), concert.revision)
  const publishing = useMutation({
    mutationFn: () => call(publishConcert, { params: { concertId: concert.id }, body: { isDraft: !concert.isDraft } }),
    onSuccess: onChange,
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  const publish = () => {
    if (concert.isDraft && isChanged) showErrorToast(t('events.publishUnsaved'))
    else publishing.mutate()
  }
  if (concert.isCancelled) return null
  return (
    <Button kind={concert.isDraft ? 'solid' : 'quiet'} isWaiting={publishing.isPending} onClick={publish}>
      {t(concert.isDraft ? 'events.publish' : 'events.unpublish')}
    </Button>
  )
}

export function EventEnding({ concert, onChange }: { concert: ConcertWire; onChange: () => void }) {
  const { call } = useSite()
  const navigate = useNavigate()
  const params = { concertId: concert.id }
  const [isAsking, setIsAsking] = useState(false)
  const { data: sales } = useQuery({ ...callQuery(call, listTicketSales, { params }), staleTime: 0 })
  const hasTickets = sales !== undefined && sales.sold + sales.held + sales.guests > 0
  return (
    <>
      {!concert.isDraft && !concert.isCancelled && (
        <section className="mt-12 max-w-[640px] border-t border-line pt-5">
          <p className="mb-3 text-ink-2">{t('events.cancelLead')}</p>
          <Button kind="danger" onClick={() => setIsAsking(true)} className="max-md:w-full">
            {t('events.cancel')}
          </Button>
          {isAsking && <CancelDialog concert={concert} onClose={() => setIsAsking(false)} onChange={onChange} />}
        </section>
      )}
      {hasTickets ? (
        <p className="mt-12 max-w-[640px] border-t border-line pt-5 text-ink-2">{t('events.deleteFirst')}</p>
      ) : (
        <DeletePart
          button={t('events.delete')}
          thing={{
            title: concert.name,
            words: t('events.deleteWhat'),
            remove: () => call(deleteConcert, { params }),
            onGone: () => void navigate('/studio/events', { replace: true }),
          }}
        />
      )}
    </>
  )
}

function CancelDialog({
  concert,
  onClose,
  onChange,
}: {
  concert: ConcertWire
  onClose: () => void
  onChange: () => void
}) {
  const { call } = useSite()
  const refresh = useRefresh()
  const cancelling = useMutation({
    mutationFn: () => call(cancelConcert, { params: { concertId: concert.id } }),
    onSuccess: () => {
      showToast(t('events.cancelledDone'))
      void refresh(listTicketSales, { params: { concertId: concert.id } })
      onClose()
      onChange()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('events.cancelAsk', { name: concert.name })}
      closeLabel={t('common.close')}
    >
      <p>{t('events.cancelWhat')}</p>
      {cancelling.error && <Alert className="mt-4">{describeFailure(cancelling.error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button kind="danger" isWaiting={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {t('events.cancel')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
