/** Addresses of BIP 173, BIP 350 and the old form, each with its networks, and invalid ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networksOfAddress } from './bitcoin-address.ts'

test('an address names its networks; one with a typo or of an unknown kind none', () => {
  const networks: Record<string, string[]> = {
    BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4: ['bc'],
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0: ['bc'],
    tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7: ['tb', 'tbs'],
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2': ['bc'],
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy': ['bc'],
    mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: ['tb', 'tbs', 'bcrt'],
    // A wrong character, version 1 with the checksum of version 0, no address.
    bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5: [],
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd: [],
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3': [],
    'ann@example.com': [],
    '': [],
  }
  const found = Object.keys(networks).map((address) => [address, [...networksOfAddress(address)]])
  assert.deepEqual(Object.fromEntries(found), networks)
})
