/** On the receipt of a zap to one's own content: a private thank-you, or a reply to the message that came with it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getThanks, sendThanks, THANKS_MAX } from '#contract/community/fans.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ReplyForm } from '#web/comments/reply-form.tsx'
import { ShortTextForm } from '#web/comments/short-text-form.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

export function ReceiptThanks({ paymentId, name }: { paymentId: string; name: string }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const { data } = useQuery({ ...callQuery(call, getThanks, { params: { paymentId } }), staleTime: 0 })
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    void refresh(getThanks)
  }
  if (!data || data.way === 'none') return null
  if (data.content !== null) {
    return (
      <section className="mt-7">
        <h2 className="font-text text-sm font-semi tracking-normal text-ink-2">{t('wallet.thanked')}</h2>
        <p className="mt-1 break-words whitespace-pre-line">{data.content}</p>
      </section>
    )
  }
  return (
    <section className="mt-6 print:hidden">
      {!isOpen && (
        <Button kind="quiet" onClick={() => setIsOpen(true)}>
          {t(data.commentId === null ? 'wallet.thank' : 'wallet.thankReply')}
        </Button>
      )}
      {isOpen &&
        (data.commentId === null ? (
          <ThanksForm paymentId={paymentId} onClose={close} />
        ) : (
          <ReplyForm commentId={data.commentId} name={name} onClose={close} />
        ))}
    </section>
  )
}

function ThanksForm({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { call } = useSite()
  return (
    <ShortTextForm
      name={`thanks of ${paymentId}`}
      label={t('wallet.thankLabel')}
      hint={t('wallet.thankHint')}
      sendLabel={t('wallet.thankSend')}
      maxLength={THANKS_MAX}
      send={(content, options) => call(sendThanks, { params: { paymentId }, body: { content } }, options)}
      onSent={() => {
        showToast(t('wallet.thankSent'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
