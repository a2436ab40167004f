/** Taking a ticket that somebody handed on by a link. */
import { useMutation } from '@tanstack/react-query'
import { takeTicket } from '#contract/concerts/tickets.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { useAccount } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { saveToken } from './saved-tickets.ts'

export function TakeTicket({ token, onEnd, onTaken }: { token: string; onEnd: () => void; onTaken: () => void }) {
  const { call } = useSite()
  const { data: account } = useAccount()
  const taking = useMutation({
    mutationFn: () => call(takeTicket, { body: { token } }),
    onSuccess: (ticket) => {
      if (!account) saveToken(ticket.token)
      onEnd()
      onTaken()
    },
  })
  return (
    <Dialog isOpen onClose={onEnd} title={t('tickets.takeTitle')} closeLabel={t('common.close')}>
      <div className="flex flex-col gap-4">
        <p>{t(account ? 'tickets.takeAccount' : 'tickets.takeDevice')}</p>
        {taking.error !== null && <Problem words={describeFailure(taking.error)} />}
        <Button size="large" isWaiting={taking.isPending} onClick={() => taking.mutate()}>
          {t('tickets.take')}
        </Button>
      </div>
    </Dialog>
  )
}
