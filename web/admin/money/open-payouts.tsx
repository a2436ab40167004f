/** Payouts without an outcome, oldest first: an operator's first
 * concern. A payout that stays without an outcome can be refunded. */
import { useState } from 'react'
import { getMoney, refundPayout, listAdminActions } from '#contract/operator/admin.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatAge, formatTimestamp } from '#web/admin/moments.ts'
import { formatSats } from '#web/words/sats.ts'
import { ReasonDialog, type Question } from '#web/admin/reason-dialog.tsx'

type Payout = MoneyWire['payouts'][number]

const PURPOSES: Partial<Record<string, TranslationKey>> = {
  withdraw: 'admin.purposeWithdraw',
  forward: 'admin.purposeForward',
  'platform-fee': 'admin.purposeFee',
  outside: 'admin.purposeOutside',
  boost: 'admin.purposeBoost',
}
const DETAILS: Record<Payout['detail'], { label: TranslationKey; note: TranslationKey }> = {
  reserved: { label: 'admin.reserved', note: 'admin.reservedNote' },
  sending: { label: 'admin.sending', note: 'admin.sendingNote' },
  unknown: { label: 'admin.unknown', note: 'admin.unknownNote' },
}

const columnsOf = (onGiveBack: (payout: Payout) => void): Column<Payout>[] => [
  {
    key: 'what',
    head: t('admin.what'),
    cell: (payout) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semi">{purposeOf(payout.purpose)}</span>
          <Badge tone={payout.detail === 'unknown' ? 'pink' : 'purple'}>{t(DETAILS[payout.detail].label)}</Badge>
        </span>
        <span className="block max-w-[52ch] text-sm text-ink-2">{t(DETAILS[payout.detail].note)}</span>
        {isGivable(payout, new Date()) && (
          <Button kind="quiet" size="small" className="mt-2" onClick={() => onGiveBack(payout)}>
            {t('admin.giveBack')}
          </Button>
        )}
      </>
    ),
  },
  {
    key: 'age',
    head: t('admin.age'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatTimestamp(createdAt)} className="whitespace-nowrap">
        {formatAge(createdAt, new Date())}
      </time>
    ),
  },
  { key: 'amount', head: t('admin.amount'), cell: ({ msatAmount }) => formatSats(msatAmount), isFigure: true },
  {
    key: 'id',
    head: t('admin.payment'),
    isWideOnly: true,
    cell: ({ paymentHash }) => (
      <CopyButton
        text={paymentHash}
        kind="quiet"
        size="small"
        labels={{ idle: `${paymentHash.slice(0, 8)}…`, copied: t('common.copied') }}
      />
    ),
  },
]

const purposeOf = (purpose: string): string => {
  const label = PURPOSES[purpose]
  return label === undefined ? purpose : t(label)
}

const isGivable = ({ refundableAt }: Payout, now: Date) => refundableAt !== null && new Date(refundableAt) <= now

export function OpenPayouts({ payouts }: { payouts: Payout[] }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const questionOf = useQuestion()
  const oldestFirst = payouts.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  return (
    <Section title={t('admin.payouts')}>
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
      {payouts.length === 0 ? (
        <p className="text-ink-2">{t('admin.noPayouts')}</p>
      ) : (
        <Table
          caption={t('admin.payouts')}
          columns={columnsOf((payout) => setQuestion(questionOf(payout)))}
          rows={oldestFirst}
          rowKey={({ paymentId }) => paymentId}
        />
      )}
    </Section>
  )
}

function useQuestion() {
  const { call } = useSite()
  const refresh = useRefresh()
  return ({ paymentId, msatAmount }: Payout): Question => ({
    title: t('admin.giveBackTitle'),
    lead: t('admin.giveBackLead', { sats: formatSats(msatAmount) }),
    button: t('admin.giveBackDo'),
    isDestructive: true,
    send: async (reason) => {
      const { state } = await withRecentLogin(() => call(refundPayout, { params: { paymentId }, body: { reason } }))
      for (const endpoint of [getMoney, listAdminActions]) await refresh(endpoint)
      showToast(t(state === 'failed' ? 'admin.gaveBack' : 'admin.wasPaid'))
    },
  })
}
