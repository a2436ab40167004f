/** The target of the unsubscribe link in e-mails: asks, then
 * unsubscribes. Mail clients that prefetch links do not trigger it. */
import { useMutation } from '@tanstack/react-query'
import { unsubscribe } from '#contract/community/notifications.ts'
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
  const ending = useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
  const isDone = ending.isSuccess
  return (
    <div className="max-w-[52ch] pt-4">
      <Head title={t('notes.unsubscribeTitle')} isHidden />
      <h1 className="title-great">{t(isDone ? 'notes.unsubscribedTitle' : 'notes.unsubscribeTitle')}</h1>
      <p role="status" className="mt-3 text-lg text-ink-2">
        {t(isDone ? 'notes.unsubscribed' : token === '' ? 'notes.unsubscribeMissing' : 'notes.unsubscribeLead')}
      </p>
      <div className="mt-6 flex flex-col items-start gap-4">
        {ending.isError && <Problem words={describeFailure(ending.error)} />}
        {!isDone && token !== '' && (
          <Button size="large" isWaiting={ending.isPending} onClick={() => ending.mutate()}>
            {t('notes.unsubscribe')}
          </Button>
        )}
        {(isDone || token === '') && (
          <ButtonLink to="/settings/notifications" kind="quiet">
            {t('shell.settings')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
