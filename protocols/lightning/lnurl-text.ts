/** Text encodings of an LNURL for people and QR codes: bech32 (LUD-01), or its own URL scheme (LUD-17). Makes no
 * requests, and does not decide whether the URL may be requested. */
import { bech32 } from '@scure/base'

const TEXT_MAX_CHARACTERS = 2_000
const SCHEME = /^(?:lnurlp|lnurlw|lnurlc|keyauth):\/\//i

/** `lnurl1…` in lower case. A QR code is smaller in upper case. */
export function encodeLnurl(url: string): string {
  return bech32.encode('lnurl', bech32.toWords(new TextEncoder().encode(url)), false)
}

/** The URL in `lnurl1…`, `lightning:lnurl1…` or `lnurlp://…`. Null for anything else. */
export function decodeLnurl(text: string): string | null {
  const code = text.trim().replace(/^lightning:/i, '')
  if (code.length > TEXT_MAX_CHARACTERS) return null
  if (SCHEME.test(code)) return readSchemed(code)
  try {
    const { prefix, words } = bech32.decode(code as `${string}1${string}`, false)
    if (prefix !== 'lnurl') return null
    const url = new TextDecoder('utf-8', { fatal: true }).decode(bech32.fromWords(words))
    return isWebAddress(url) ? url : null
  } catch {
    return null
  }
}

/** LUD-17: onion services use plain HTTP, all others HTTPS. */
function readSchemed(code: string): string | null {
  const url = code.replace(SCHEME, 'https://')
  const host = URL.parse(url)?.hostname ?? ''
  if (host === '') return null
  return host.endsWith('.onion') ? url.replace('https:', 'http:') : url
}

function isWebAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}
