/** Log-in methods without a password: passkeys, nostr keys, and the OAuth providers configured on this server.
 * Methods that are not configured are not shown. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { listProviders } from '#contract/accounts/auth.ts'
import type { Wire } from '#contract/endpoint.ts'
import { externalProviders, type ExternalProvider } from '#contract/accounts/social.ts'
import { preloadQuietly, usePageData } from '#web/frame/page-data.ts'
import type { Visit } from '#web/frame/page.ts'
import { useSession, type Session } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { PhraseIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { ProviderLogo } from './brand-marks.tsx'
import { describeNostrFailure, logInWithExtension } from './nostr-login.ts'
import { leaveToProvider } from '#web/session/external-redirect.ts'
import { describeExternalFailure } from './external.ts'
import { describePasskeyFailure, logInWithPasskey } from './passkey-login.ts'
import { useNext } from './sign-form.tsx'

type LoginOption = Wire<typeof listProviders>[number]

/** For the loaders of both pages, so that the layout does not shift on hydration. */
export const loadLoginMethods = (visit: Visit) => preloadQuietly(visit, listProviders, {})

/** If the methods could not be loaded, the password form is shown, because most users have one. */
export function useLoginMethods(): { ways: LoginOption[]; hasPassword: boolean } {
  const ways = usePageData(listProviders, {})
  return { ways: ways ?? [], hasPassword: ways === undefined || ways.some(({ method }) => method === 'password') }
}

export function LoginMethods({ isNew = false }: { isNew?: boolean }) {
  const { ways, hasPassword } = useLoginMethods()
  const shown = ways.filter(({ method }) => isShown(method, isNew))
  const entering = useEntering()
  if (shown.length === 0) return null
  const buttons = shown.flatMap((way) => {
    const label = t(isNew ? 'waysIn.signUpWith' : 'waysIn.logInWith', { name: nameOf(way) })
    const button = <MethodButton key={way.method} way={way} label={label} entering={entering} />
    return way.method === 'nostr' ? [button, <PhraseLink key="phrase" isNew={isNew} />] : [button]
  })
  return (
    <section aria-label={t('waysIn.list')} className="mt-7">
      {hasPassword && <Divider />}
      {entering.words !== null && (
        <div className="mb-4">
          <Problem words={entering.words} />
        </div>
      )}
      <div className="flex flex-wrap gap-2.5 *:grow *:basis-42">{buttons}</div>
    </section>
  )
}

/** A passkey can only log in; it is created in the settings. */
function isShown(method: LoginOption['method'], isNew: boolean): boolean {
  if (method === 'passkey') return !isNew
  return method === 'nostr' || isOutside(method)
}

const isOutside = (method: string): method is ExternalProvider => externalProviders.some((one) => one === method)

function nameOf({ method, name }: LoginOption): string {
  if (method === 'passkey') return t('waysIn.passkey')
  return method === 'nostr' ? t('waysIn.extension') : name
}

function Divider() {
  return (
    <p className="mb-5 flex items-center gap-4 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line-2 after:h-px after:flex-1 after:bg-line-2">
      {t('waysIn.or')}
    </p>
  )
}

type Entering = {
  enter: (method: LoginOption['method']) => void
  /** The method in progress. */
  selected: LoginOption['method'] | null
  /** Its error message. */
  words: string | null
}

function useEntering(): Entering {
  const { call } = useSite()
  const { next } = useNext()
  const signIn = useSession((state) => state.signIn)
  const going = useMutation({
    mutationFn: async (method: LoginOption['method']): Promise<Session | null> => {
      if (method === 'passkey') return logInWithPasskey(call)
      if (method === 'nostr') return logInWithExtension()
      if (isOutside(method)) await leaveToProvider(call, method, { mode: 'login', next })
      return null
    },
    onSuccess: (response) => response && signIn(response),
  })
  const { reset } = going
  useEffect(() => {
    // After the browser's back button, a page restored from the cache is reset from its waiting state.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  const isGoing = going.isPending || going.isSuccess
  return {
    enter: going.mutate,
    selected: isGoing ? (going.variables ?? null) : null,
    words: going.isError ? describe(going.error, going.variables) : null,
  }
}

function describe(error: unknown, method: LoginOption['method']): string {
  if (method === 'passkey') return describePasskeyFailure(error)
  if (method === 'nostr') return describeNostrFailure(error)
  return describeExternalFailure(error, isOutside(method) ? method : 'oidc')
}

function MethodButton({ way, label, entering }: { way: LoginOption; label: string; entering: Entering }): ReactNode {
  const isAwake = useSession((state) => state.isAwake)
  return (
    <Button
      kind="quiet"
      aria-label={label}
      icon={<ProviderLogo method={way.method} />}
      isWaiting={entering.selected === way.method}
      disabled={!isAwake || entering.selected !== null}
      onClick={() => entering.enter(way.method)}
      className="min-w-0 px-3!"
    >
      <span className="min-w-0 truncate">{nameOf(way)}</span>
    </Button>
  )
}

function PhraseLink({ isNew }: { isNew: boolean }) {
  const { search } = useNext()
  return (
    <ButtonLink
      kind="quiet"
      to={`${isNew ? '/register/key' : '/login/key'}${search}`}
      icon={<PhraseIcon size={18} aria-hidden="true" className="shrink-0" />}
      className="min-w-0 px-3!"
    >
      <span className="min-w-0 truncate">{t(isNew ? 'waysIn.newKey' : 'waysIn.phrase')}</span>
    </ButtonLink>
  )
}
