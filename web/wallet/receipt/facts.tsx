/** What identifies and proves a payment: its number, its hash, and, for the payer, the preimage. */
import type { ReactNode } from 'react'
import { CopyIconButton } from '#web/ui/controls/copy.tsx'
import { t } from '#web/words/words.ts'
import type { Receipt } from '#web/wallet/payment-texts.ts'

export function ReceiptFacts({ payment }: { payment: Receipt }) {
  const { type, paymentId, paymentHash, preimage, comment, paidBy, appName } = payment
  return (
    <dl className="mt-8 flex flex-col gap-3 border-t border-line pt-5 text-sm">
      {comment && type === 'Withdraw' && <Fact name={t('wallet.description')}>{comment}</Fact>}
      {appName !== null && <Fact name={t('wallet.app')}>{t('wallet.appSays', { app: appName })}</Fact>}
      {paidBy === 'house' && <Fact name={t('wallet.paidBy')}>{t('gift.paidByHouse')}</Fact>}
      {paidBy === 'keysend' && <Fact name={t('wallet.paidBy')}>{t('wallet.byKeysend')}</Fact>}
      <CopiedFact name={t('wallet.number')} text={paymentId} />
      {paymentHash !== null && <CopiedFact name={t('wallet.hash')} text={paymentHash} />}
      {preimage !== null && <CopiedFact name={t('wallet.preimage')} text={preimage} note={t('wallet.preimageNote')} />}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function CopiedFact({ name, text, note }: { name: string; text: string; note?: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-start gap-1">
        <span className="min-w-0 flex-1 break-all">{text}</span>
        <CopyIconButton
          text={text}
          labels={{ idle: t('wallet.copy', { what: name }), copied: t('common.copied') }}
          className="print:hidden"
        />
      </span>
      {note !== undefined && <span className="mt-0.5 block text-ink-2">{note}</span>}
    </Fact>
  )
}
