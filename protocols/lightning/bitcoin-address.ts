/** On-chain addresses: whether an address is well-formed, and for which networks. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { InvoiceNetwork } from './networks.ts'
import { wordsToBytes } from './words.ts'

const OF_PREFIX: Readonly<Record<string, readonly InvoiceNetwork[]>> = { bc: ['bc'], tb: ['tb', 'tbs'], bcrt: ['bcrt'] }
const OF_TESTS: readonly InvoiceNetwork[] = ['tb', 'tbs', 'bcrt']
/** By the version byte. */
const OF_VERSION: Readonly<Record<number, readonly InvoiceNetwork[]>> = {
  0x00: ['bc'],
  0x05: ['bc'],
  0x6f: OF_TESTS,
  0xc4: OF_TESTS,
}
const LEGACY_BYTES = 21

/** Empty when the address is not valid. */
export function networksOfAddress(address: string): readonly InvoiceNetwork[] {
  return ofSegwit(address) ?? ofLegacy(address) ?? []
}

/** BIP 173 and BIP 350. */
function ofSegwit(address: string): readonly InvoiceNetwork[] | null {
  const [old, current] = [bech32.decodeUnsafe(address, 90), bech32m.decodeUnsafe(address, 90)]
  const { prefix, words } = old ?? current ?? {}
  const version = words?.[0]
  if (prefix === undefined || version === undefined || version > 16) return null
  const length = wordsToBytes(words!.slice(1)).length
  const isValid = version === 0 ? old !== undefined && (length === 20 || length === 32) : old === undefined
  return isValid && length >= 2 && length <= 40 ? (OF_PREFIX[prefix] ?? null) : null
}

function ofLegacy(address: string): readonly InvoiceNetwork[] | null {
  try {
    const bytes = createBase58check(sha256).decode(address)
    return bytes.length === LEGACY_BYTES ? (OF_VERSION[bytes[0]!] ?? null) : null
  } catch {
    return null
  }
}
