/** The proof that the balance was part of the newest published total, with what it proves; it can be checked and saved. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getBalanceProof } from '#contract/payments/liabilities.ts'
import { parseTotal } from '#protocols/liabilities/total.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DoneIcon, SaveIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { formatMoment } from '#web/wallet/payment-texts.ts'

type Proof = NonNullable<Wire<typeof getBalanceProof>>

/** Renders nothing before the first total, and if the balance was 0 then. */
export function BalanceProof({ userId }: { userId: string }) {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, getBalanceProof, {}))
  return data && data.chunks.length > 0 ? <Card proof={data} userId={userId} /> : null
}

function Card({ proof, userId }: { proof: Proof; userId: string }) {
  const { brandName: brand } = useSettings()
  const { chunks, event } = proof
  const total = parseTotal(event.content)
  const file = JSON.stringify(proof, null, 2)
  const checking = useMutation({
    mutationFn: async () => (await import('./check.ts')).checkBalance(JSON.parse(file), userId),
  })
  const sats = formatAmount(chunks.reduce((sum, { msatAmount }) => sum + msatAmount, 0))
  const moment = formatMoment(new Date(total.madeAt))
  const [owed, spendable] = [formatAmount(total.msatOwed), formatAmount(total.msatSpendable)]
  const save = () => saveFile(new Blob([file], { type: 'application/json' }), `balance-proof-${total.day}.json`)
  return (
    <section
      aria-labelledby="balance-proof"
      className="mt-4 rounded-bar border border-line px-5 py-5 md:rounded-header md:px-9 md:py-7"
    >
      <h2 id="balance-proof" className="font-text text-base font-semi tracking-normal">
        {t('wallet.proofTitle')}
      </h2>
      <p className="mt-1 max-w-[60ch]">{t('wallet.proofLead', { moment, sats, brand, owed, spendable })}</p>
      <p className="mt-2 max-w-[60ch] text-sm text-ink-2">{t('wallet.proofLimits')}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button kind="quiet" isWaiting={checking.isPending} onClick={() => checking.mutate()}>
          {t('wallet.proofCheck')}
        </Button>
        <Button kind="quiet" icon={<SaveIcon size={16} aria-hidden="true" />} onClick={save}>
          {t('wallet.proofSave')}
        </Button>
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {checking.data && (
          <p className="flex items-start gap-2 rounded-field bg-mint-soft px-3.5 py-2 font-semi text-mint">
            <DoneIcon size={16} aria-hidden="true" className="mt-1 shrink-0" />
            {t('wallet.proofRight', { sats: formatAmount(checking.data.msatBalance), brand })}
          </p>
        )}
        {checking.data === null && <Problem words={t('wallet.proofWrong')} />}
        {checking.error && <Problem words={describeFailure(checking.error)} />}
      </div>
    </section>
  )
}
