/** The target of the unsubscribe links in e-mails: asks, then
 * unsubscribes. Mail clients that prefetch links do not trigger it. */
import { useMutation } from '@tanstack/react-query'
import { unsubscribeFan } from '#contract/community/fans.ts'
import { unsubscribeLetter } from '#contract/listening/letters.ts'
import { unsubscribe } from '#contract/community/notifications.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Option = { key: string; label: TranslationKey; run: () => Promise<null> }

export function Page() {
  const { lead, options } = useOptions()
  const ending = useMutation({ mutationFn: ({ run }: Option) => run() })
  const isDone = ending.isSuccess
  return (
    <div className="max-w-[52ch] pt-4">
      <Head title={t('notes.unsubscribeTitle')} isHidden />
      <h1 className="title-great">{t(isDone ? 'notes.unsubscribedTitle' : 'notes.unsubscribeTitle')}</h1>
      <p role="status" className="mt-3 text-lg text-ink-2">
        {t(isDone ? 'notes.unsubscribed' : lead)}
      </p>
      <div className="mt-6 flex flex-col items-start gap-4">
        {ending.isError && <Problem words={describeFailure(ending.error)} />}
        {!isDone &&
          options.map((option, index) => (
            <Button
              key={option.key}
              size="large"
              kind={index === 0 ? 'solid' : 'quiet'}
              isWaiting={ending.isPending && ending.variables.key === option.key}
              onClick={() => ending.mutate(option)}
            >
              {t(option.label)}
            </Button>
          ))}
        {(isDone || options.length === 0) && (
          <ButtonLink to="/settings/notifications" kind="quiet">
            {t('shell.settings')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** `token` ends digests, `letter` weekly letters, `fan` the messages of one artist or the e-mails of all. */
function useOptions(): { lead: TranslationKey; options: Option[] } {
  const { call } = useSite()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const fan = search.get('fan') ?? ''
  const letter = search.get('letter') ?? ''
  if (fan !== '') {
    const one = {
      key: 'one',
      label: 'notes.fanStop',
      run: () => call(unsubscribeFan, { query: { token: fan } }),
    } as const
    const all = {
      key: 'all',
      label: 'notes.fanStopAll',
      run: () => call(unsubscribeFan, { query: { token: fan, all: 'true' } }),
    } as const
    return { lead: 'notes.fanStopLead', options: [one, all] }
  }
  if (letter !== '') {
    const run = () => call(unsubscribeLetter, { query: { token: letter } })
    return { lead: 'notes.letterLead', options: [{ key: 'letter', label: 'notes.unsubscribe', run }] }
  }
  if (token === '') return { lead: 'notes.unsubscribeMissing', options: [] }
  const digest = {
    key: 'digest',
    label: 'notes.unsubscribe',
    run: () => call(unsubscribe, { query: { token } }),
  } as const
  return { lead: 'notes.unsubscribeLead', options: [digest] }
}
