/** The dialog that asks for a proof of identity: says what it is for, offers the user's methods, and resolves with a
 * grant.
 * It has its own root above the page, so that any call can open it from anywhere. When a proof is needed: proof.ts. */
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { beginPasskeyProof, createProof, listProofMethods, mailProofCode } from '#contract/accounts/proofs.ts'
import type { ExternalProvider } from '#contract/accounts/social.ts'
import { ApiError, createCall, fetchTransport } from '#web/data/api.ts'
import { createExtensionSigner } from '#web/nostr/extension.ts'
import { hasExtension } from '#web/nostr/page-extension.ts'
import { createSignedCall } from '#web/nostr/signer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatMoment } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { describeAction } from './proof-action.ts'
import { proveExternally, WindowBlocked } from './proof-external.ts'
import { readToken } from './session.ts'

type Needed = NonNullable<ApiError['proof']>
type Evidence = Sent<typeof createProof>['body']['evidence']
type Methods = Wire<typeof listProofMethods>
type Method = Methods['methods'][number]

const call = createCall(fetchTransport, readToken)

/** Resolves with null when the dialog was closed. */
export function requestProof(needed: Needed): Promise<string | null> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = (grant: string | null) => {
      resolve(grant)
      root.unmount()
      place.remove()
    }
    root.render(<ProofDialog needed={needed} onEnd={end} />)
  })
}

function ProofDialog({ needed, onEnd }: { needed: Needed; onEnd: (grant: string | null) => void }) {
  const [methods, setMethods] = useState<Methods | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => void call(listProofMethods, {}).then(setMethods, setFailure), [])
  const sats = needed.amountMsat === null ? null : formatSats(needed.amountMsat)
  const { action, label } = needed
  return (
    <Dialog isOpen onClose={() => onEnd(null)} title={t('proof.title')} closeLabel={t('common.close')}>
      <div className="flex flex-col gap-4">
        <p className="text-lg wrap-anywhere">{describeAction(action, { label, sats })}</p>
        <p className="text-ink-2">{t('proof.lead')}</p>
        {failure !== null && <Problem words={describeFailure(failure)} />}
        {methods === null && failure === null && <Skeleton className="h-12" />}
        {methods !== null && <OfferedMethods needed={needed} methods={methods} onEnd={onEnd} />}
      </div>
    </Dialog>
  )
}

type MethodsProps = { needed: Needed; methods: Methods; onEnd: (grant: string) => void }

function OfferedMethods({ needed, methods: { methods, needsCode }, onEnd }: MethodsProps) {
  const proving = useProving(needed, onEnd)
  const [code, setCode] = useState('')
  const usable = methods.filter((one) => (needed.action === 'lift-hold' ? one.isForHold : one.countsFrom === null))
  const has = (method: Method['method']) => usable.some((one) => one.method === method)
  const withCode = needsCode && code.trim() !== '' ? { code: code.trim() } : {}
  const isCodeMissing = needsCode && code.trim().length < 6
  const common = { proving, withCode, isCodeMissing }
  return (
    <>
      {usable.length === 0 && <p>{t('proof.none')}</p>}
      {needsCode && usable.some(({ method }) => method !== 'passkey') && (
        <Field
          label={t('proof.code')}
          autoComplete="one-time-code"
          autoFocus
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {has('password') && <PasswordMethod {...common} />}
      {has('passkey') && (
        <Button kind="quiet" size="large" isWaiting={proving.isBusy} onClick={() => proving.prove(byPasskey)}>
          {t('fresh.passkey')}
        </Button>
      )}
      {has('nostr') && hasExtension() && (
        <Button
          kind="quiet"
          size="large"
          disabled={isCodeMissing}
          isWaiting={proving.isBusy}
          onClick={() => proving.prove(async () => ({ method: 'nostr', ...withCode }))}
        >
          {t('fresh.nostr')}
        </Button>
      )}
      {usable.flatMap(({ provider }) =>
        provider === null ? [] : <ExternalMethod key={provider} provider={provider} {...common} />,
      )}
      {has('mail') && <MailMethod {...common} />}
      {proving.problem !== null && <Problem words={proving.problem} />}
      {methods.flatMap((one) =>
        one.countsFrom === null ? (
          []
        ) : (
          <p key={`${one.method} ${one.provider ?? ''}`} className="text-sm text-ink-2">
            {t('proof.later', { way: describeMethod(one), when: writeWhen(one.countsFrom) })}
          </p>
        ),
      )}
    </>
  )
}

type Proving = {
  isBusy: boolean
  problem: string | null
  prove: (gather: () => Promise<Evidence>) => void
  fail: (error: unknown) => void
}

function useProving(needed: Needed, onEnd: (grant: string) => void): Proving {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (error: unknown) => setProblem(describeProving(error))
  const run = async (gather: () => Promise<Evidence>) => {
    const { action, amountMsat, destination } = needed
    const evidence = await gather()
    const by = evidence.method === 'nostr' ? signedCall() : call
    return by(createProof, { body: { action, amountMsat, destination, evidence } })
  }
  const prove = (gather: () => Promise<Evidence>) => {
    setIsBusy(true)
    setProblem(null)
    run(gather)
      .then(({ grant }) => onEnd(grant), fail)
      .finally(() => setIsBusy(false))
  }
  return { isBusy, problem, prove, fail }
}

/** Signs the request itself, including its body. */
const signedCall = () => createSignedCall(createExtensionSigner(), fetchTransport, location.origin)

type WayProps = { proving: Proving; withCode: { code?: string }; isCodeMissing: boolean }

function PasswordMethod({ proving, withCode, isCodeMissing }: WayProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !isCodeMissing) proving.prove(async () => ({ method: 'password', password, ...withCode }))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('account.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        // The code, which is above, is typed first.
        autoFocus={!isCodeMissing}
        maxLength={256}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="large" isWaiting={proving.isBusy} disabled={password === '' || isCodeMissing}>
        {t('proof.go')}
      </Button>
    </form>
  )
}

/** The provider opens in a separate window; the other methods remain available. */
function ExternalMethod({ provider, proving, withCode, isCodeMissing }: WayProps & { provider: ExternalProvider }) {
  const [isWaiting, setIsWaiting] = useState(false)
  const begin = () => {
    setIsWaiting(true)
    proveExternally(call, provider)
      .then((evidence) => proving.prove(async () => ({ ...evidence, ...withCode })), proving.fail)
      .finally(() => setIsWaiting(false))
  }
  return (
    <>
      <Button kind="quiet" size="large" disabled={isCodeMissing} onClick={begin}>
        {t('proof.outside', { name: nameOf(provider) })}
      </Button>
      {isWaiting && <p role="status">{t('proof.outsideWaiting')}</p>}
    </>
  )
}

function MailMethod({ proving, withCode, isCodeMissing }: WayProps) {
  const [challenge, setChallenge] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const mailedCode = typed.replaceAll(/\D/g, '')
  const ask = () => void call(mailProofCode, {}).then((asked) => setChallenge(asked.challenge), proving.fail)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (challenge === null || mailedCode.length !== 8 || isCodeMissing) return
    proving.prove(async () => ({ method: 'mail', challenge, mailedCode, ...withCode }))
  }
  if (challenge === null) {
    return (
      <Button kind="quiet" size="large" onClick={ask}>
        {t('proof.mail')}
      </Button>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('proof.mailed')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="large" isWaiting={proving.isBusy} disabled={mailedCode.length !== 8 || isCodeMissing}>
        {t('proof.go')}
      </Button>
    </form>
  )
}

async function byPasskey(): Promise<Evidence> {
  const { challenge, options } = await call(beginPasskeyProof, {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const { clientExtensionResults, ...response } = await startAuthentication({ optionsJSON })
  return {
    method: 'passkey',
    challenge,
    response: { ...response, clientExtensionResults: { ...clientExtensionResults } },
  }
}

function describeProving(error: unknown): string {
  if (error instanceof WindowBlocked) return t('proof.blocked')
  if (!(error instanceof ApiError)) return t('proof.failed')
  return error.code === 'credentials-invalid' ? t('fresh.wrongPassword') : describeFailure(error)
}

const NAMES: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple', twitter: 'X', wallet: 'ZBD' }
const nameOf = (provider: string) => NAMES[provider] ?? provider.toUpperCase()

function describeMethod({ method, provider }: Method): string {
  if (provider !== null) return nameOf(provider)
  if (method === 'passkey') return t('proof.wayPasskey')
  if (method === 'nostr') return t('proof.wayNostr')
  return t(method === 'mail' ? 'proof.wayMail' : 'proof.wayPassword')
}

const writeWhen = (iso: string) => formatMoment(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })
