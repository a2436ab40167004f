/** Creates a nostr key: its recovery phrase is shown once, partly asked for again, and stored nowhere. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { readText } from '#web/format/form-text.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { PhraseKey } from '#web/nostr/phrase-key.ts'
import { useSession } from '#web/session/session.ts'
import { useSettings } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { chooseThree } from './choose-three.ts'
import { describeNostrFailure, logInWithPhraseKey } from './nostr-login.ts'
import { LeaveWhenSignedIn, useNext } from './sign-form.tsx'

type Made = { words: string[]; key: PhraseKey }

export function Page() {
  const { isRegistrationOpen } = useSettings()
  return (
    <>
      <Head title={t('waysIn.newTitle')} path="/register/key" isHidden />
      <LeaveWhenSignedIn />
      {isRegistrationOpen ? <Making /> : <Closed />}
    </>
  )
}

function Making() {
  const [made, setMade] = useState<Made | null>(null)
  const [isWritten, setIsWritten] = useState(false)
  if (made === null) return <Before onMade={setMade} />
  return isWritten ? (
    <Checking made={made} onBack={() => setIsWritten(false)} />
  ) : (
    <Writing words={made.words} onWritten={() => setIsWritten(true)} />
  )
}

function Closed() {
  return (
    <AuthFrame title={t('account.closedTitle')} lead={t('account.closed')}>
      <ButtonLink to="/">{t('account.listen')}</ButtonLink>
    </AuthFrame>
  )
}

function Before({ onMade }: { onMade: (made: Made) => void }) {
  const { search } = useNext()
  const isAwake = useSession((state) => state.isAwake)
  const making = useMutation({
    mutationFn: async () => {
      const { makePhraseKey } = await import('#web/nostr/phrase-key.ts')
      const { phrase, key } = makePhraseKey()
      return { words: phrase.split(' '), key }
    },
    onSuccess: onMade,
  })
  const points = [t('waysIn.newPoint1'), t('waysIn.newPoint2'), t('waysIn.newPoint3')]
  return (
    <AuthFrame title={t('waysIn.newTitle')} lead={t('waysIn.newLead')}>
      <ol className="mb-6 flex flex-col gap-3">
        {points.map((point, index) => (
          <li key={point} className="flex gap-3">
            <span aria-hidden="true" className="numeral w-5 shrink-0 text-xl text-purple">
              {index + 1}
            </span>
            {point}
          </li>
        ))}
      </ol>
      {making.isError && <Problem words={t('failure.unknown')} />}
      <Button
        size="large"
        disabled={!isAwake}
        isWaiting={making.isPending}
        onClick={() => making.mutate()}
        className="w-full"
      >
        {t('waysIn.newButton')}
      </Button>
      <p className="mt-6 text-ink-2">
        {t('waysIn.havePhrase')}{' '}
        <Link to={`/login/key${search}`} className="font-semi text-purple hover:underline">
          {t('shell.logIn')}
        </Link>
      </p>
    </AuthFrame>
  )
}

function Writing({ words, onWritten }: { words: string[]; onWritten: () => void }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <AuthFrame title={t('waysIn.writeTitle')} lead={t('waysIn.writeLead')}>
      <ol
        ref={list}
        tabIndex={-1}
        data-quiet-focus
        aria-label={t('waysIn.words')}
        translate="no"
        className="mb-4 grid grid-flow-col grid-cols-2 grid-rows-6 gap-x-6 gap-y-1 rounded-bar border border-line bg-highlight px-5 py-4 text-lg"
      >
        {words.map((label, index) => (
          <li key={index} className="flex items-baseline gap-3 font-semi">
            <span aria-hidden="true" className="w-5 text-right text-sm text-ink-3">
              {index + 1}
            </span>
            {label}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <Button size="large" onClick={onWritten} className="flex-1">
          {t('waysIn.written')}
        </Button>
        <CopyButton
          text={words.join(' ')}
          size="large"
          labels={{ idle: t('common.copy'), copied: t('common.copied') }}
        />
      </div>
    </AuthFrame>
  )
}

function Checking({ made, onBack }: { made: Made; onBack: () => void }) {
  const signIn = useSession((state) => state.signIn)
  const [places] = useState(() => chooseThree(made.words.length))
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const entering = useMutation({
    mutationFn: () => logInWithPhraseKey(made.key),
    onSuccess: signIn,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = (place: number) => readText(form, `word${place}`).trim().toLowerCase()
    const found = places.filter((place) => given(place) !== made.words[place])
    setWrong(new Set(found))
    if (found.length === 0) entering.mutate()
    else requestAnimationFrame(() => form.querySelector<HTMLInputElement>(`[name=word${found[0]}]`)?.select())
  }
  const isWaiting = entering.isPending || entering.isSuccess
  return (
    <AuthFrame title={t('waysIn.checkTitle')} lead={t('waysIn.checkLead')}>
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {places.map((place, index) => (
          <Field
            key={place}
            label={t('waysIn.word', { number: place + 1 })}
            name={`word${place}`}
            autoFocus={index === 0}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            error={wrong.has(place) ? t('waysIn.wordWrong') : undefined}
          />
        ))}
        {entering.isError && <Problem words={describeNostrFailure(entering.error)} />}
        <Button type="submit" size="large" isWaiting={isWaiting} className="w-full">
          {t(isWaiting ? 'waysIn.finishing' : 'waysIn.finish')}
        </Button>
        <p className="flex flex-wrap justify-between gap-x-5 gap-y-2 text-sm text-ink-2">
          <button type="button" onClick={onBack} className="font-semi text-purple hover:underline">
            {t('waysIn.showAgain')}
          </button>
          <span>{t('waysIn.keyKept')}</span>
        </p>
      </form>
    </AuthFrame>
  )
}
