/** Offering the ownership of an artist or podcast to another user, and the open offer. Taking over is offer.tsx. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { listTeam, offerOwnership, revokeInvitation } from '#contract/accounts/teams.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { withProof } from '#web/session/proof.ts'
import { formatDay } from '#web/studio/forms/local-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SwitchField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { WhatGoesOver } from './what-goes-over.tsx'

type Team = Wire<typeof listTeam>

export function Ownership({ makerId, team }: { makerId: string; team: Team }) {
  const from = team.owner.displayName ?? team.owner.username
  return (
    <section aria-labelledby="ownership-title" className="mt-11 border-t border-line pt-6">
      <h2 id="ownership-title" className="mb-2 text-xl md:text-2xl">
        {t('offer.title')}
      </h2>
      {team.offer === null ? (
        <OfferForm makerId={makerId} name={team.name} from={from} />
      ) : (
        <OpenOffer makerId={makerId} offer={team.offer} from={from} />
      )}
    </section>
  )
}

function OfferForm({ makerId, name, from }: { makerId: string; name: string; from: string }) {
  const { call, queries } = useSite()
  const [to, setTo] = useState('')
  const [ownerStays, setOwnerStays] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const offering = useMutation({
    mutationFn: () =>
      withProof((proof) => call(offerOwnership, { params: { makerId }, body: { to, ownerStays } }, { proof })),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(listTeam) }),
  })
  const isMissing = to.trim().length < 3
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (!isMissing) offering.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-ink-2">{t('offer.form', { name })}</p>
      <WhatGoesOver from={from} ownerStays={ownerStays} />
      <Field
        label={t('offer.to')}
        hint={t('offer.toHint')}
        error={isSubmitted && isMissing ? t('offer.toMissing') : undefined}
        value={to}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTo(event.target.value)}
        className="max-w-md"
      />
      <div className="max-w-md">
        <SwitchField label={t('offer.stay')} hint={t('offer.stayHint')} isOn={ownerStays} onChange={setOwnerStays} />
      </div>
      {offering.error && <Problem words={describeFailure(offering.error)} />}
      <div>
        <Button type="submit" kind="danger" isWaiting={offering.isPending}>
          {t('offer.send')}
        </Button>
      </div>
    </form>
  )
}

function OpenOffer({ makerId, offer, from }: { makerId: string; offer: NonNullable<Team['offer']>; from: string }) {
  const { call, queries } = useSite()
  const { invitationId, to, ownerStays, expiresAt } = offer
  const withdrawing = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { makerId, invitationId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(listTeam) }),
  })
  return (
    <div className="flex flex-col gap-5">
      <p>
        <span className="font-semi wrap-anywhere">{t('offer.open', { to })}</span>{' '}
        <span className="text-ink-2">{t('team.until', { day: formatDay(expiresAt) })}</span>
      </p>
      <WhatGoesOver from={from} ownerStays={ownerStays} />
      {withdrawing.error && <Problem words={describeFailure(withdrawing.error)} />}
      <div>
        <Button kind="quiet" isWaiting={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          {t('offer.withdraw')}
        </Button>
      </div>
    </div>
  )
}
