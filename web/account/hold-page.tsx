/** The target of the link in security e-mails: after a confirmation, holds all outgoing payments. Mail clients that
 * prefetch links do not trigger it. No log-in is needed. */
import { useMutation } from '@tanstack/react-query'
import { holdOwnMoney } from '#contract/accounts/proofs.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

export function Page() {
  const { call } = useSite()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const holding = useMutation({ mutationFn: () => call(holdOwnMoney, { body: { token } }) })
  const isDone = holding.isSuccess
  return (
    <div className="max-w-[52ch] pt-4">
      <Head title={t('hold.title')} isHidden />
      <h1 className="title-1">{t(isDone ? 'hold.doneTitle' : token === '' ? 'hold.missing' : 'hold.title')}</h1>
      <p role="status" className="mt-3 text-lg text-ink-2">
        {(isDone || token !== '') && t(isDone ? 'hold.done' : 'hold.lead')}
      </p>
      <div className="mt-6 flex flex-col items-start gap-4">
        {holding.isError && <Problem words={describeFailure(holding.error)} />}
        {!isDone && token !== '' && (
          <Button size="large" isWaiting={holding.isPending} onClick={() => holding.mutate()}>
            {t('hold.now')}
          </Button>
        )}
        {(isDone || token === '') && (
          <ButtonLink to="/settings" kind={isDone ? 'quiet' : 'solid'}>
            {t('shell.settings')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
