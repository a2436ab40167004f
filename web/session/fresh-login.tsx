/** Asks operators to log in again before administrative actions: by password, passkey or nostr key. Payments and
 * changes of credentials need a proof for each action instead (session/proof.ts).
 * `withRecentLogin` makes a call; when the server requires a recent log-in, it asks for one and repeats the call. */
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { create } from 'zustand'
import { reauthenticate } from '#contract/accounts/auth.ts'
import { signInWithNostr } from '#contract/accounts/nostr.ts'
import { beginPasskeyLogin, listPasskeys, loginWithPasskey } from '#contract/accounts/passkeys.ts'
import { listIdentities } from '#contract/accounts/social.ts'
import { ApiError, fetchTransport, type Call } from '#web/data/api.ts'
import { createExtensionSigner } from '#web/nostr/extension.ts'
import { hasExtension } from '#web/nostr/page-extension.ts'
import { createSignedCall, KeyNotUsed } from '#web/nostr/signer.ts'
import { callQuery } from '#web/data/queries.ts'
import { useAccount, useSignOut } from './account.ts'
import { useSession } from './session.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { addressIn } from '#contract/languages.ts'
import { currentLanguage, splitLanguage } from '#web/words/language.ts'

/** The user closed the dialog: the action was not done, and no error is shown. */
class LoginCancelled extends Error {
  override name = 'LoginCancelled'
}

type LoginRequest = { resolve: ((isFresh: boolean) => void) | null }

const useLoginRequest = create<LoginRequest>()(() => ({ resolve: null }))

export async function withRecentLogin<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'login-not-fresh') throw error
  }
  useLoginRequest.getState().resolve?.(false)
  const isFresh = await new Promise<boolean>((resolve) => useLoginRequest.setState({ resolve }))
  useLoginRequest.setState({ resolve: null })
  if (!isFresh) throw new LoginCancelled()
  return work()
}

/** The error message, or undefined when there is none to show. */
export function describeProblem(error: unknown): string | undefined {
  const isCancelled = error instanceof LoginCancelled || (error instanceof ApiError && error.proof !== undefined)
  return error === null || error === undefined || isCancelled ? undefined : describeFailure(error)
}

/** The host of the dialog. Place one on each page that uses `withRecentLogin`. */
export function FreshLoginHost() {
  const resolve = useLoginRequest((state) => state.resolve)
  return (
    <Dialog
      isOpen={resolve !== null}
      onClose={() => resolve?.(false)}
      title={t('fresh.title')}
      closeLabel={t('common.close')}
    >
      <Proofs onFresh={() => resolve?.(true)} />
    </Dialog>
  )
}

function Proofs({ onFresh }: { onFresh: () => void }) {
  const { call } = useSite()
  const { data: identities, error } = useQuery(callQuery(call, listIdentities, {}))
  const { data: passkeys } = useQuery(callQuery(call, listPasskeys, {}))
  const { data: account } = useAccount()
  const methods = new Set(identities?.map(({ provider }) => provider))
  const others = useOtherMethods(account?.id, onFresh)
  if (error) return <Problem words={describeFailure(error)} />
  if (!identities) return <Skeleton className="h-12" />
  const canUsePasskey = (passkeys?.length ?? 0) > 0
  const canUseNostr = methods.has('nostr') && hasExtension()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{t('fresh.lead')}</p>
      {methods.has('password') && <PasswordProof email={account?.email ?? ''} onFresh={onFresh} />}
      {canUsePasskey && (
        <Button
          kind={methods.has('password') ? 'quiet' : 'solid'}
          size="large"
          isWaiting={others.isPending}
          onClick={() => others.mutate(proveByPasskey)}
        >
          {t('fresh.passkey')}
        </Button>
      )}
      {canUseNostr && (
        <Button kind="quiet" size="large" isWaiting={others.isPending} onClick={() => others.mutate(proveByNostr)}>
          {t('fresh.nostr')}
        </Button>
      )}
      {others.isError && <Problem words={describeProofFailure(others.error)} />}
      {!methods.has('password') && !canUsePasskey && !canUseNostr && <LogInAgain />}
    </div>
  )
}

function PasswordProof({ email, onFresh }: { email: string; onFresh: () => void }) {
  const { call } = useSite()
  const [password, setPassword] = useState('')
  const proving = useMutation({
    mutationFn: () => call(reauthenticate, { body: { password } }),
    onSuccess: onFresh,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') proving.mutate()
  }
  const isWrong = proving.error instanceof ApiError && proving.error.code === 'credentials-invalid'
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {/* So that password managers know the account. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t('account.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus
        maxLength={256}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          proving.reset()
        }}
        error={isWrong ? t('fresh.wrongPassword') : describeProblem(proving.error)}
      />
      <Button type="submit" size="large" isWaiting={proving.isPending} disabled={password === ''}>
        {t('fresh.go')}
      </Button>
    </form>
  )
}

type Proof = (call: Call) => Promise<{ token: string; expiresAt: string; user: { id: string } }>

/** These methods open a new session, which replaces the current one. */
function useOtherMethods(ownId: string | undefined, onFresh: () => void) {
  const { call } = useSite()
  const signIn = useSession((state) => state.signIn)
  return useMutation({
    mutationFn: async (prove: Proof) => {
      const signedIn = await prove(call)
      if (signedIn.user.id !== ownId) throw new ApiError(409, 'conflict', t('fresh.otherAccount'))
      return signedIn
    },
    onSuccess: (signedIn) => {
      signIn(signedIn)
      onFresh()
    },
  })
}

const proveByPasskey: Proof = async (call) => {
  const { challenge, options } = await call(beginPasskeyLogin, {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const { clientExtensionResults, ...response } = await startAuthentication({ optionsJSON })
  const body = { challenge, response: { ...response, clientExtensionResults: { ...clientExtensionResults } } }
  return call(loginWithPasskey, { body })
}

const proveByNostr: Proof = () =>
  createSignedCall(createExtensionSigner(), fetchTransport, location.origin)(signInWithNostr, {})

function describeProofFailure(error: unknown): string {
  if (error instanceof ApiError) return describeFailure(error)
  return t(error instanceof KeyNotUsed ? 'fresh.nostrNot' : 'fresh.passkeyNot')
}

/** For users who log in through an OAuth provider: log out and log in again there. */
function LogInAgain() {
  const signOut = useSignOut()
  const leave = async () => {
    const next = splitLanguage(location.pathname).path + location.search
    await signOut()
    location.assign(addressIn(`/login?next=${encodeURIComponent(next)}`, currentLanguage()))
  }
  return (
    <>
      <p>{t('fresh.anew')}</p>
      <Button size="large" onClick={() => void leave()}>
        {t('fresh.logInAnew')}
      </Button>
    </>
  )
}
