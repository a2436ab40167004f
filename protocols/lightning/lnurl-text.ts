/** How the address of an LNURL is written for people and cameras: bech32 (LUD-01), or a scheme of its own (LUD-17).
 * Not what stands at that address, and not whether it may be asked. */
import { bech32 } from '@scure/base'

const TEXT_MAX_LETTERS = 2_000
const SCHEME = /^(?:lnurlp|lnurlw|lnurlc|keyauth):\/\//i

/** `lnurl1…` in lower case; for a QR code its upper case is shorter. */
export function encodeLnurl(url: string): string {
  return bech32.encode('lnurl', bech32.toWords(new TextEncoder().encode(url)), false)
}

/** The web address meant by `lnurl1…`, `lightning:lnurl1…` or `lnurlp://…`; null for anything else. */
export function decodeLnurl(text: string): string | null {
  const written = text.trim().replace(/^lightning:/i, '')
  if (written.length > TEXT_MAX_LETTERS) return null
  if (SCHEME.test(written)) return readSchemed(written)
  try {
    const { prefix, words } = bech32.decode(written as `${string}1${string}`, false)
    if (prefix !== 'lnurl') return null
    const url = new TextDecoder('utf-8', { fatal: true }).decode(bech32.fromWords(words))
    return isWebAddress(url) ? url : null
  } catch {
    return null
  }
}

/** LUD-17: onion services are asked over plain HTTP, everybody else over HTTPS. */
function readSchemed(written: string): string | null {
  const url = written.replace(SCHEME, 'https://')
  const host = URL.parse(url)?.hostname ?? ''
  if (host === '') return null
  return host.endsWith('.onion') ? url.replace('https:', 'http:') : url
}

function isWebAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}
