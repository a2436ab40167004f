/** Confirms the region: first whether the location is supported,
 * then the user's name, with a confirmed e-mail address. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getAccount } from '#contract/accounts/account.ts'
import { checkRegion, logIdentity } from '#contract/accounts/region.ts'
import { ApiError } from '#web/data/api.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { readText } from '#web/format/form-text.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import type { Account } from '#web/session/account.ts'
import { SendAgain } from '#web/session/verify-email-note.tsx'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

const NAME_MAX = 100

export function RegionSteps({ account }: { account: Account }) {
  const { call } = useSite()
  // Not retried, because the location does not change.
  const region = useQuery({ ...callQuery(call, checkRegion, {}), retry: false })
  if (region.isPending) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <p className="text-ink-2">{t('onboarding.regionChecking')}</p>
        <Skeleton className="h-12 w-full" />
      </div>
    )
  }
  if (region.isError) {
    const isRefused = region.error instanceof ApiError && region.error.code === 'region-not-supported'
    return (
      <div className="flex flex-col items-start gap-3">
        <Problem words={describeFailure(region.error)} />
        {isRefused ? (
          <p className="text-ink-2">{t('onboarding.regionRefused')}</p>
        ) : (
          <Button kind="quiet" isWaiting={region.isFetching} onClick={() => void region.refetch()}>
            {t('failure.retry')}
          </Button>
        )}
      </div>
    )
  }
  return account.emailVerified || account.email === null ? <NameForm /> : <EmailWaits email={account.email} />
}

function EmailWaits({ email }: { email: string }) {
  const refresh = useRefresh()
  // This is gone as soon as the address is confirmed.
  const [state, setState] = useState<'looking' | 'unconfirmed'>()
  const look = async () => {
    setState('looking')
    await refresh(getAccount)
    setState('unconfirmed')
  }
  return (
    <div className="flex flex-col gap-4">
      <p>{t('onboarding.emailWaits', { email })}</p>
      <div className="flex flex-wrap items-center gap-2.5">
        <Button isWaiting={state === 'looking'} onClick={() => void look()}>
          {t('onboarding.emailOpened')}
        </Button>
        <SendAgain email={email} kind="quiet" size="regular" />
      </div>
      {state === 'unconfirmed' && <Problem words={t('onboarding.emailNotYet', { email })} />}
    </div>
  )
}

function NameForm() {
  const { call } = useSite()
  const refresh = useRefresh()
  const callOnce = useCallOnce()
  const [missing, setMissing] = useState({ first: false, last: false })
  const confirming = useMutation({
    mutationFn: (body: { firstName: string; lastName: string }) =>
      callOnce(body, (options) => call(logIdentity, { body }, options)),
    onSuccess: async () => {
      showToast(t('onboarding.done'))
      await refresh(getAccount)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const firstName = readText(form, 'firstName').trim()
    const lastName = readText(form, 'lastName').trim()
    setMissing({ first: !firstName, last: !lastName })
    if (firstName && lastName) confirming.mutate({ firstName, lastName })
    else form.querySelector<HTMLInputElement>(`[name=${firstName ? 'lastName' : 'firstName'}]`)?.focus()
  }
  const isWaiting = confirming.isPending || confirming.isSuccess
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('onboarding.firstName')}
        name="firstName"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        error={missing.first ? t('onboarding.firstNameMissing') : undefined}
      />
      <Field
        label={t('onboarding.lastName')}
        name="lastName"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        hint={t('onboarding.nameHint')}
        error={missing.last ? t('onboarding.lastNameMissing') : undefined}
      />
      {confirming.isError && <Problem words={describeFailure(confirming.error)} />}
      <Button type="submit" size="large" isWaiting={isWaiting}>
        {t(isWaiting ? 'onboarding.confirming' : 'onboarding.confirm')}
      </Button>
    </form>
  )
}
