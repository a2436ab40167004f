/** Proving who one is by logging in elsewhere again: in a window of its own, so that the page with its form stays. The
 * page the provider leads back to hands over what it was given and closes (account/return-page.tsx). */
import type { Sent } from '#contract/endpoint.ts'
import type { createProof } from '#contract/proofs.ts'
import {
  getOidcRedirect,
  getSocialRedirect,
  getWalletRedirect,
  type OutsideProvider,
  returnPaths,
} from '#contract/social.ts'
import { ApiError, type Call } from '../api.ts'
import { t } from '../words/words.ts'

type Evidence = Extract<Sent<typeof createProof>['body']['evidence'], { method: 'outside' }>
type Handed = { state?: string; code?: string; iss?: string; error?: string }

/** Between windows of one browser. */
export const PROOF_CHANNEL = 'peal.proof'
/** As long as an attempt lasts. Whether the window was closed cannot be seen: providers cut it off from its opener. */
const PATIENCE_MS = 600_000

/** The browser opened no window. */
export class WindowBlocked extends Error {
  override name = 'WindowBlocked'
}

export async function proveOutside(call: Call, provider: OutsideProvider): Promise<Evidence> {
  // At once: later the browser takes it for a window nobody asked for.
  const opened = open('about:blank', '_blank', 'popup,width=520,height=720')
  if (opened === null) throw new WindowBlocked()
  try {
    const redirectUri = location.origin + returnPaths[provider]
    const { url, verifier } = await begin(call, provider, { redirectUri, mode: 'proof' })
    const state = new URL(url).searchParams.get('state')
    const handed = awaitReturn(state)
    opened.location.href = url
    const { code, iss } = await handed
    if (code === undefined) throw new ApiError(400, 'provider-refused', t('proof.failed'))
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
      // The other window may close only now.
      channel.postMessage({ taken: data.state })
      end(data)
    })
    const timer = setTimeout(() => end({}), PATIENCE_MS)
  })
}

/** On the page a provider leads back to: true when another window was waiting for it and has taken it. */
export async function handToWaiting(handed: Handed, patienceMs = 1_000): Promise<boolean> {
  if (typeof BroadcastChannel === 'undefined' || handed.state === undefined) return false
  const channel = new BroadcastChannel(PROOF_CHANNEL)
  try {
    return await new Promise<boolean>((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<{ taken?: string }>) => {
        if (data.taken === handed.state) resolve(true)
      })
      setTimeout(() => resolve(false), patienceMs)
      channel.postMessage(handed)
    })
  } finally {
    channel.close()
  }
}

function begin(call: Call, provider: OutsideProvider, query: { redirectUri: string; mode: 'proof' }) {
  if (provider === 'wallet') return call(getWalletRedirect, { query })
  if (provider === 'oidc') return call(getOidcRedirect, { query })
  return call(getSocialRedirect, { params: { provider }, query })
}
