/** The private link of a purchase as a code, by mail, and into the collection of an account. Loaded after its page. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { listCollection } from '#contract/catalog/downloads.ts'
import { claimPurchase, mailPurchase } from '#contract/listening/purchases.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

export function KeepLink({ secret, isClaimed }: { secret: string; isClaimed: boolean }) {
  const { pathname } = useLocation()
  const href = new URL(pathname, location.origin).href
  const isSignedIn = useSession((state) => state.session !== null)
  return (
    <section aria-label={t('records.privateLink')}>
      <h2 className="title-2 mb-5">{t('records.privateLink')}</h2>
      <Qr
        text={href}
        label={t('records.privateLink')}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
      />
      <p className="mt-4 max-w-[48ch] text-sm text-ink-2">{t('records.privateNote')}</p>
      {isSignedIn && <Claim secret={secret} isClaimed={isClaimed} />}
      <MailLink secret={secret} />
    </section>
  )
}

function Claim({ secret, isClaimed }: { secret: string; isClaimed: boolean }) {
  const { call, queries } = useSite()
  const claiming = useMutation({
    mutationFn: () => call(claimPurchase, { params: { secret } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(listCollection) }),
  })
  if (claiming.isSuccess) {
    return (
      <p role="status" className="mt-5">
        {t('records.claimed')}.{' '}
        <Link to="/library/collection" className="font-semi underline">
          {t('records.toCollection')}
        </Link>
      </p>
    )
  }
  if (isClaimed) return null
  return (
    <div className="mt-5 flex flex-col items-start gap-3">
      {claiming.error && <Problem words={describeFailure(claiming.error)} />}
      <Button isWaiting={claiming.isPending} onClick={() => claiming.mutate()}>
        {t('records.claim')}
      </Button>
    </div>
  )
}

function MailLink({ secret }: { secret: string }) {
  const { call } = useSite()
  const [email, setEmail] = useState('')
  const mailing = useMutation({ mutationFn: () => call(mailPurchase, { params: { secret }, body: { email } }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') mailing.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="mt-6 flex max-w-[28rem] flex-col items-start gap-3">
      <div className="w-full">
        <Field
          type="email"
          label={t('records.email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          maxLength={254}
          autoComplete="email"
        />
      </div>
      {mailing.error && <Problem words={describeFailure(mailing.error)} />}
      <Button type="submit" kind="quiet" isWaiting={mailing.isPending}>
        {t('records.sendLink')}
      </Button>
      <p role="status">{mailing.isSuccess && t('records.linkSent')}</p>
    </form>
  )
}
