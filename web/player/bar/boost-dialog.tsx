/** Pays the recipients that a foreign item names: the amount, the shares, and the outcome of each payment. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { MESSAGE_MAX } from '#contract/fields.ts'
import { getBoost, getBoostShares, retryBoost, sendBoost } from '#contract/listening/foreign/boosts.ts'
import { isUncertain, useAttempt } from '#web/data/api-attempt.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { describeAmountProblem, feeReserveOf, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { useAccount } from '#web/session/account.ts'
import { invalidateMoney } from '#web/session/money.ts'
import { withProof } from '#web/session/proof.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { usePlayer } from '#web/player/state/store.ts'
import { formatDuration } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { BoostRows } from '#web/format/boost-rows.tsx'
import { type BoostWire, summaryOf } from '#web/format/boost-summary.ts'

type Props = { item: { id: string; title: string }; playlistId: string | null }

const SATS_FIRST = '100'
const POLL_MS = 1_500
const withUnit = (msat: number) => `${formatAmount(msat)} ${satsUnit(formatAmount(msat))}`

export function BoostDialog({ isOpen, onClose, ...props }: Props & { isOpen: boolean; onClose: () => void }) {
  const [boost, setBoost] = useState<BoostWire | null>(null)
  const close = () => {
    onClose()
    setBoost(null)
  }
  const isSignedIn = useSession((state) => state.session !== null)
  const title = t('foreign.boostTitle', { title: props.item.title })
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} closeLabel={t('common.close')}>
      {!isSignedIn && <LogInFirst />}
      {isSignedIn && (boost === null ? <BoostForm {...props} onSent={setBoost} /> : <Outcome sent={boost} />)}
    </Dialog>
  )
}

/** Each recipient is paid separately, which only a balance can. */
function LogInFirst() {
  const { pathname, search } = useLocation()
  return (
    <div className="flex flex-col gap-4">
      <p>{t('foreign.logInFirst')}</p>
      <ButtonLink size="large" to={`/login?next=${encodeURIComponent(pathname + search)}`}>
        {t('shell.logIn')}
      </ButtonLink>
    </div>
  )
}

function BoostForm({ item, playlistId, onSent }: Props & { onSent: (boost: BoostWire) => void }) {
  const [sats, setSats] = useState(SATS_FIRST)
  const [message, setMessage] = useState('')
  const [seconds] = useState(() => playedSecondsOf(item.id))
  const params = { itemId: item.id }
  const choice = { ...(playlistId !== null && { playlistId }), ...(seconds !== null && { seconds }) }
  const { msatAmount, amountProblem, shares, known, takenMsat, tooLittle, isNobodyPaid } = useBoostShares(
    params,
    sats,
    choice,
  )
  const body = { msatAmount: msatAmount ?? 0, message, sharesHash: shares.data?.sharesHash ?? '', ...choice }
  const sending = useSending(params, body, { onSent, onFailed: () => void shares.refetch() })
  const failure = sending.error ?? shares.error
  const problem = failure && (isUncertain(failure) ? t('wallet.uncertain') : describeRefusal(failure))
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (takenMsat > 0 && tooLittle === undefined && !sending.isPending) sending.mutate()
      }}
    >
      <Field
        label={t('foreign.amount')}
        inputMode="numeric"
        value={sats}
        onChange={(event) => setSats(event.target.value.trim())}
        suffix={satsUnit(sats)}
        error={amountProblem}
      />
      <MessageField message={message} onChange={setMessage} />
      {msatAmount !== null && tooLittle === undefined && (
        <>
          <Shares shares={known} seconds={seconds} />
          {takenMsat > 0 && <Taken takenMsat={takenMsat} shares={known} />}
        </>
      )}
      {tooLittle && <TooLittle words={tooLittle} />}
      {problem && <Problem words={problem} />}
      <ReasonedButton
        type="submit"
        kind="zap"
        size="large"
        isWaiting={sending.isPending}
        disabled={takenMsat === 0}
        reason={amountProblem ?? tooLittle ?? (isNobodyPaid ? t('error.feed-not-payable') : undefined)}
        isSaid={!isNobodyPaid}
      >
        {takenMsat > 0 ? t('foreign.send', { amount: withUnit(takenMsat) }) : t('foreign.boost')}
      </ReasonedButton>
    </form>
  )
}

/** The shares of what was typed, and why it cannot be paid. */
function useBoostShares(params: { itemId: string }, sats: string, choice: { playlistId?: string; seconds?: number }) {
  const { call } = useSite()
  const settings = useSettings()
  const { data: account } = useAccount()
  const amountProblem = describeAmountProblem(sats, settings)
  const msatAmount = amountProblem === undefined ? satsToMsat(parseSats(sats)!) : null
  const { seconds, ...playlist } = choice
  const asText = seconds === undefined ? {} : { seconds: String(seconds) }
  const query = { msatAmount: String(msatAmount ?? 0), ...playlist, ...asText }
  const shares = useQuery({
    ...callQuery(call, getBoostShares, { params, query }),
    enabled: msatAmount !== null,
    placeholderData: (before) => before,
  })
  // A payment is only possible after its shares are shown.
  const isShown = msatAmount !== null && shares.isSuccess && !shares.isPlaceholderData
  const takenMsat = isShown ? (shares.data?.msatPayable ?? 0) : 0
  const known = shares.data?.shares ?? []
  const neededMsat = takenMsat + sumOf(known, 'payable', (msat) => feeReserveOf(msat, settings))
  const balanceMsat = account?.msatBalance ?? Number.POSITIVE_INFINITY
  const tooLittle =
    takenMsat > 0 && neededMsat > balanceMsat
      ? t('foreign.tooLittle', { balance: withUnit(balanceMsat), needed: withUnit(neededMsat) })
      : undefined
  return { msatAmount, amountProblem, shares, known, takenMsat, tooLittle, isNobodyPaid: isShown && takenMsat === 0 }
}

type Sending = { onSent: (boost: BoostWire) => void; onFailed: () => void }

function useSending(params: { itemId: string }, body: Sent<typeof sendBoost>['body'], { onSent, onFailed }: Sending) {
  const { call } = useSite()
  const queries = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: () => {
      // Not by the hash: when the outcome is unknown, changed shares must not begin a second payment.
      const idempotencyKey = attempt.keyFor(JSON.stringify({ ...body, sharesHash: '' }))
      return withProof((proof) => call(sendBoost, { params, body }, { idempotencyKey, proof }))
    },
    onSettled: (_answer, error) => {
      attempt.end(error ?? undefined)
      // They may have changed.
      if (error) onFailed()
    },
    onSuccess: (boost) => {
      invalidateMoney(queries, null)
      onSent(boost)
    },
  })
}

function MessageField({ message, onChange }: { message: string; onChange: (message: string) => void }) {
  return (
    <TextArea
      label={t('foreign.message')}
      rows={2}
      maxLength={MESSAGE_MAX}
      value={message}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function TooLittle({ words }: { words: string }) {
  return (
    <p role="status" className="text-sm">
      {words}{' '}
      <Link to="/transactions?open=deposit" className="font-semi text-purple underline">
        {t('wallet.deposit')}
      </Link>
    </p>
  )
}

/** The position in the item, if it is the one in the player. */
function playedSecondsOf(itemId: string): number | null {
  const state = usePlayer.getState()
  return state.activeTrackId === itemId ? Math.floor(state.trackPlayedSeconds) : null
}

type ShareWire = Wire<typeof getBoostShares>['shares'][number]
type SharesProps = { shares: readonly ShareWire[]; seconds: number | null }

function sumOf(shares: readonly ShareWire[], of: ShareWire['state'], count = (msat: number) => msat): number {
  return shares.reduce((sum, { state, msatAmount }) => (state === of ? sum + count(msatAmount) : sum), 0)
}

/** What leaves the balance, what of it is kept, and what stays. */
function Taken({ takenMsat, shares }: { takenMsat: number; shares: readonly ShareWire[] }) {
  const [keptMsat, restMsat] = [sumOf(shares, 'too-small'), sumOf(shares, 'unpayable')]
  return (
    <p className="text-sm text-ink-2">
      {t('foreign.takes', { sats: formatAmount(takenMsat) })}
      {keptMsat > 0 && ` ${t('foreign.takesKept', { sats: formatAmount(keptMsat) })}`}
      {restMsat > 0 && ` ${t('foreign.takesNot', { sats: formatAmount(restMsat) })}`}
    </p>
  )
}

function Shares({ shares, seconds }: SharesProps) {
  return (
    <section aria-label={t('foreign.shares')} className="max-h-[34vh] overflow-y-auto">
      <h3 className="mb-1 text-sm font-semi">{t('foreign.shares')}</h3>
      {seconds !== null && (
        <p className="text-sm text-ink-2">{t('foreign.atPosition', { time: formatDuration(seconds) })}</p>
      )}
      <Rows>
        {shares.map((share, index) => (
          <Row key={index} name={share.name ?? share.address ?? t('foreign.nameless')}>
            {withUnit(share.msatAmount)}
            {share.state !== 'payable' && (
              <span className="block text-sm text-ink-2">
                {t(share.state === 'unpayable' ? 'foreign.unpayable' : 'foreign.tooSmall')}
              </span>
            )}
          </Row>
        ))}
      </Rows>
    </section>
  )
}

function Outcome({ sent }: { sent: BoostWire }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const input = { params: { boostId: sent.id } }
  const current = useQuery({
    ...callQuery(call, getBoost, input),
    initialData: sent,
    refetchInterval: ({ state }) => (state.data?.legs.some((leg) => leg.state === 'pending') ? POLL_MS : false),
  })
  const retrying = useMutationOnce({
    mutationFn: () => call(retryBoost, input),
    onSuccess: () => {
      invalidateMoney(queries, null)
      return current.refetch()
    },
  })
  const isOpen = current.data.legs.some(({ state }) => state === 'failed' || state === 'unpaid')
  const { label, sums } = summaryOf(current.data)
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <p className="title-3">{label}</p>
        <ul className="mt-1 text-ink-2">
          {sums.map((sum) => (
            <li key={sum.label}>
              {sum.label}: {withUnit(sum.msat)}
            </li>
          ))}
        </ul>
      </div>
      <Rows>
        <BoostRows boost={current.data} format={withUnit} />
      </Rows>
      {retrying.isError && <Problem words={describeRefusal(retrying.error)} />}
      {isOpen && (
        <Button size="large" isWaiting={retrying.isPending} onClick={() => retrying.mutate()}>
          {t('foreign.retry')}
        </Button>
      )}
    </div>
  )
}
