/** The form of a new promo: a track, what a minute pays, and for how many minutes. Paying is pay-budget.tsx. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYOUT_MAX_MSAT, PAYOUT_MIN_MSAT } from '#contract/payments/promo-budget.ts'
import { createPromo } from '#contract/payments/promos.ts'
import { listOwnTracks } from '#contract/catalog/tracks.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { parseSats, satsToMsat } from '#web/format/amounts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { t } from '#web/words/words.ts'
import { MinutesField, PayBudget } from './pay-budget.tsx'

const DEFAULT_PAYOUT = '10'
const DEFAULT_MINUTES = '100'

export function NewPromo({ onDone }: { onDone: () => void }) {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listOwnTracks, { query: {} }), staleTime: 0 })
  const tracks = data?.filter(({ isDraft, liveUrl, hasPromo }) => !isDraft && liveUrl !== null && !hasPromo)
  const [contentId, setContentId] = useState('')
  const [payout, setPayout] = useState(DEFAULT_PAYOUT)
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES)
  if (!tracks) return <LinesSkeleton />
  if (tracks.length === 0) {
    return (
      <EmptyState
        sentence={t('promos.noTracks')}
        action={<ButtonLink to="/studio/albums">{t('promos.toReleases')}</ButtonLink>}
      />
    )
  }
  const payoutMsat = satsToMsat(parseSats(payout) ?? 0)
  const isPayoutFine = payoutMsat >= PAYOUT_MIN_MSAT && payoutMsat <= PAYOUT_MAX_MSAT
  const body = { contentId, msatPayoutAmount: payoutMsat, msatBudget: payoutMsat * (parseSats(minutes) ?? 0) }
  return (
    <div className="flex flex-col gap-5">
      <PayBudget
        fields={
          <>
            <SelectField
              label={t('promos.track')}
              value={contentId}
              {...(contentId === '' && { hint: t('promos.needTrack') })}
              onChange={({ target }) => setContentId(target.value)}
            >
              <option value="">{t('promos.chooseTrack')}</option>
              {tracks.map(({ id, title, albumTitle }) => (
                <option key={id} value={id}>
                  {title === albumTitle ? title : `${title} · ${albumTitle}`}
                </option>
              ))}
            </SelectField>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label={t('promos.payout')}
                hint={t('promos.payoutHint')}
                inputMode="numeric"
                value={payout}
                error={isPayoutFine ? undefined : t('promos.payoutWhole')}
                onChange={({ target }) => setPayout(target.value)}
              />
              <MinutesField payoutMsat={payoutMsat} heldMsat={0} value={minutes} onChange={setMinutes} />
            </div>
          </>
        }
        msatBudget={body.msatBudget}
        payoutMsat={payoutMsat}
        heldMsat={0}
        isComplete={contentId !== ''}
        request={body}
        send={(fromBalance, options) => call(createPromo, { body: { ...body, fromBalance } }, options)}
        onDone={onDone}
      />
    </div>
  )
}
