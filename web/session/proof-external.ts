/** Proving identity by logging in with an OAuth provider again, in a separate window, so that the page with its form
 * stays. The page the provider redirects to hands over the result and closes (account/return-page.tsx). */
import type { Sent } from '#contract/endpoint.ts'
import type { createProof } from '#contract/accounts/proofs.ts'
import type { ExternalProvider } from '#contract/accounts/social.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { t } from '#web/words/words.ts'
import { redirectUriOf, requestRedirect } from './external-redirect.ts'

type Evidence = Extract<Sent<typeof createProof>['body']['evidence'], { method: 'outside' }>
type Handed = { state?: string; code?: string; iss?: string; error?: string }

/** A BroadcastChannel between windows of the same browser. */
export const PROOF_CHANNEL = 'peal.proof'
/** As long as an attempt is valid. Closing the window cannot be
 * detected, because providers cut it off from its opener. */
const TIMEOUT_MS = 600_000

/** The browser blocked the popup. */
export class WindowBlocked extends Error {
  override name = 'WindowBlocked'
}

export async function proveExternally(call: Call, provider: ExternalProvider): Promise<Evidence> {
  // Opened synchronously: later the browser would treat it as an unrequested popup.
  const opened = open('about:blank', '_blank', 'popup,width=520,height=720')
  if (opened === null) throw new WindowBlocked()
  try {
    const { url, verifier } = await requestRedirect(call, provider, 'proof')
    const state = new URL(url).searchParams.get('state')
    const handed = awaitReturn(state)
    opened.location.href = url
    const { code, iss } = await handed
    if (code === undefined) throw new ApiError(400, 'provider-refused', t('proof.failed'))
    const redirectUri = redirectUriOf(provider)
    const returned = { redirectUri, verifier, code, ...(state && { state }), ...(iss !== undefined && { iss }) }
    return { method: 'outside', provider, returned }
  } finally {
    opened.close()
  }
}

function awaitReturn(state: string | null): Promise<Handed> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(PROOF_CHANNEL)
    const end = (handed: Handed) => {
      clearTimeout(timer)
      channel.close()
      resolve(handed)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<Handed>) => {
      if (data.state !== (state ?? undefined)) return
      // Notifies the other window that it may close.
      channel.postMessage({ taken: data.state })
      end(data)
    })
    const timer = setTimeout(() => end({}), TIMEOUT_MS)
  })
}

/** How long another window may take to respond. */
const TAKEN_TIMEOUT_MS = 1_000

/** Called on the page the provider redirects to: true when
 * another window was waiting for the result and has taken it. */
export async function handToWaiting(handed: Handed): Promise<boolean> {
  if (typeof BroadcastChannel === 'undefined' || handed.state === undefined) return false
  const channel = new BroadcastChannel(PROOF_CHANNEL)
  try {
    return await new Promise<boolean>((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<{ taken?: string }>) => {
        if (data.taken === handed.state) resolve(true)
      })
      setTimeout(() => resolve(false), TAKEN_TIMEOUT_MS)
      channel.postMessage(handed)
    })
  } finally {
    channel.close()
  }
}
