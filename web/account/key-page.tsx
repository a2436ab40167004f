/** Logs in with the recovery phrase of a nostr key. The words stay in this browser; only a signature is sent. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { readText } from '#web/format/form-text.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSession } from '#web/session/session.ts'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { countPhraseWords, describeNostrFailure, describePhraseFailure, logInWithPhraseKey } from './nostr-login.ts'
import { LeaveWhenSignedIn, useNext } from './sign-form.tsx'

/** Repeated here, so that the page need not load the key code to count words. */
const WORD_COUNTS = new Set([12, 15, 18, 21, 24])

export function Page() {
  const { isRegistrationOpen } = useSettings()
  const { search } = useNext()
  return (
    <>
      <Head title={t('waysIn.restoreTitle')} path="/login/key" isHidden />
      <LeaveWhenSignedIn />
      <AuthFrame title={t('waysIn.restoreTitle')} lead={t('waysIn.restoreLead')}>
        <RestoreForm />
        <p className="mt-6 flex flex-wrap gap-x-5 gap-y-2 text-ink-2">
          {isRegistrationOpen && (
            <span>
              {t('waysIn.noPhrase')}{' '}
              <Link to={`/register/key${search}`} className="font-semi text-purple hover:underline">
                {t('waysIn.makeOne')}
              </Link>
            </span>
          )}
          <Link to={`/login${search}`} className="font-semi text-purple hover:underline">
            {t('waysIn.otherWays')}
          </Link>
        </p>
      </AuthFrame>
    </>
  )
}

function RestoreForm() {
  const { isAwake, signIn } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [count, setCount] = useState(0)
  const [wrong, setWrong] = useState<string | null>(null)
  const entering = useMutation({
    mutationFn: async (phrase: string) => {
      const { restorePhraseKey } = await import('#web/nostr/phrase-key.ts')
      return logInWithPhraseKey(restorePhraseKey(phrase))
    },
    onSuccess: signIn,
    onError: (error, phrase) => {
      setWrong(describePhraseFailure(error, phrase))
      requestAnimationFrame(() => form.current?.querySelector('textarea')?.focus())
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const phrase = readText(event.currentTarget, 'phrase')
    setWrong(phrase.trim() === '' ? t('waysIn.wordsMissing') : null)
    if (phrase.trim() !== '') entering.mutate(phrase)
  }
  const isWaiting = entering.isPending || entering.isSuccess
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextArea
        label={t('waysIn.words')}
        name="phrase"
        rows={4}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1_000}
        hint={hintOf(count)}
        error={wrong ?? undefined}
        onChange={(event) => {
          setCount(countPhraseWords(event.target.value))
          setWrong(null)
        }}
      />
      {entering.isError && wrong === null && <Failure error={entering.error} phrase={entering.variables} />}
      <Button type="submit" size="large" disabled={!isAwake} isWaiting={isWaiting} className="w-full">
        {t(isWaiting ? 'waysIn.restoring' : 'waysIn.restoreButton')}
      </Button>
      <p className="text-sm text-ink-2">{t('waysIn.keyKept')}</p>
    </form>
  )
}

/** Errors about the words themselves are shown at the field. */
function Failure({ error, phrase }: { error: unknown; phrase: string }) {
  return describePhraseFailure(error, phrase) === null && <Problem words={describeNostrFailure(error)} />
}

function hintOf(count: number): string {
  if (count === 0) return t('waysIn.wordsHint')
  return t(WORD_COUNTS.has(count) ? 'waysIn.wordsRight' : 'waysIn.wordsCounted', { count })
}
