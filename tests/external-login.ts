/** A user with a browser at the provider of oidc-server.ts: follows redirects, stores cookies, and fills in forms,
 * until the provider redirects the browser back to us. */
import assert from 'node:assert/strict'
import {
  completeOidc,
  completeSocial,
  completeWallet,
  getOidcRedirect,
  getSocialRedirect,
  getWalletRedirect,
  type ExternalProvider,
  returnPaths,
} from '#contract/accounts/social.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import type { TestWorld } from './world.ts'

const STEPS_MAX = 15

/** The parameters that our page receives. */
export type Back = { page: string; code: string; state: string; iss: string | undefined; error: string | undefined }

/** Logs in at the provider as this subject, and confirms everything. */
export async function logInAtProvider(url: string, subject: string): Promise<Back> {
  const cookies = new Map<string, string>()
  const provider = new URL(url).origin
  let request: { url: string; form?: URLSearchParams } = { url }
  for (let step = 0; step < STEPS_MAX; step++) {
    const answer = await fetch(request.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(request.form !== undefined && { method: 'POST', body: request.form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) {
      const next = new URL(location, request.url)
      if (next.origin !== provider) return backOf(next)
      request = { url: next.href }
    } else {
      request = readForm(await answer.text(), request.url, subject)
    }
  }
  throw new Error(`Too many redirects from ${url}`)
}

function readForm(page: string, base: string, subject: string): { url: string; form: URLSearchParams } {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`No form in ${page.slice(0, 500)}`)
  const form = new URLSearchParams()
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const [, name] = /name="([^"]+)"/.exec(input) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? []
    if (name !== undefined) form.set(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  }
  if (form.has('login')) form.set('login', subject)
  return { url: new URL(action.replaceAll('&amp;', '&'), base).href, form }
}

/** From the query; from the fragment after Apple. */
function backOf(url: URL): Back {
  const told = new URLSearchParams(url.search === '' ? url.hash.slice(1) : url.search)
  return {
    page: url.origin + url.pathname,
    code: told.get('code') ?? '',
    state: told.get('state') ?? '',
    iss: told.get('iss') ?? undefined,
    error: told.get('error') ?? undefined,
  }
}

type Mode = 'login' | 'link' | 'proof'
export type Sent = { code?: string; verifier?: string; redirectUri: string; state?: string; iss?: string }
type SignedIn = { token: string; user: { id: string; name: string; emailVerified: boolean } }

export type ExternalLogins = {
  addressOf(provider: ExternalProvider): string
  begin(call: Call, provider: ExternalProvider, mode?: Mode): Promise<{ url: string; verifier: string }>
  complete(call: Call, provider: ExternalProvider, body: Sent): Promise<SignedIn>
  sentOf(provider: ExternalProvider, back: Back, verifier: string): Sent
  logInWith(provider: ExternalProvider, subject: string): Promise<SignedIn>
}

/** Goes to a provider and back, as our pages do. */
export function makeExternalLogins(test: Pick<TestWorld, 'call'>, ours: string): ExternalLogins {
  const logins: ExternalLogins = {
    addressOf: (provider) => ours + returnPaths[provider],
    begin(call, provider, mode) {
      const query = { redirectUri: logins.addressOf(provider), ...(mode !== undefined && { mode }) }
      if (provider === 'oidc') return call(getOidcRedirect, { query })
      if (provider === 'wallet') return call(getWalletRedirect, { query })
      return call(getSocialRedirect, { params: { provider }, query })
    },
    complete(call, provider, body) {
      if (provider === 'oidc') return call(completeOidc, { body })
      if (provider === 'wallet') return call(completeWallet, { body })
      return call(completeSocial, { params: { provider }, body })
    },
    sentOf: (provider, { code, state }, verifier) => ({
      code,
      state,
      verifier,
      redirectUri: logins.addressOf(provider),
    }),
    async logInWith(provider, subject) {
      const { url, verifier } = await logins.begin(test.call, provider)
      const back = await logInAtProvider(url, subject)
      assert.equal(back.page, logins.addressOf(provider))
      return logins.complete(test.call, provider, logins.sentOf(provider, back, verifier))
    },
  }
  return logins
}

/** How a call was refused; fails when it was not. */
export async function refusalOf(work: Promise<unknown>): Promise<{ status: number; code: string; message: string }> {
  try {
    await work
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    const { status, code, message } = error
    return { status, code: String(code), message }
  }
  return assert.fail('It was not refused')
}

/** The same for a refusal that can be completed with a challenge. */
export async function refusalWithChallenge(work: Promise<unknown>): Promise<{ code: string; challenge: string }> {
  const error = await work.then(
    () => assert.fail('It was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ApiError && error.challenge !== undefined, String(error))
  return { code: error.code, challenge: error.challenge }
}
