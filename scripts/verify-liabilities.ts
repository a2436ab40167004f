/** Verifies a saved proof of a balance: `npm run verify-liabilities -- FILE [ADDRESS]`. Needs no server. With the address of the
 * server, it also compares the total with the one that the server publishes. */
import { readFileSync } from 'node:fs'
import { verifyBalance, type ProvenBalance } from '#protocols/liabilities/proof.ts'
import { verifyTotal } from '#protocols/liabilities/signed-total.ts'
import { InvalidProof } from '#protocols/liabilities/total.ts'
import { print, readArguments } from './command-line.ts'

const USAGE = 'Usage: npm run verify-liabilities -- FILE [ADDRESS OF THE SERVER]'
const [file = '', address] = readArguments(USAGE, {}, ({ length }) => length === 1 || length === 2).words

try {
  const proven = verifyBalance(JSON.parse(readFileSync(file, 'utf8')))
  const { account, msatBalance, total, event } = proven
  if (address !== undefined) await requirePublished(proven, address)
  print(`Correct: ${msatBalance} msat of ${account} are part of the total.`)
  print(`Total: at ${total.madeAt}, ${total.installation} owed ${total.msatOwed} msat (network ${total.network}).`)
  print(`Beside it: Lightning node ${total.nodePubkey} reported ${total.msatSpendable} msat that it could send.`)
  print(`Signed by the nostr key ${event.pubkey}.`)
  print(address === undefined ? 'Not compared with what the server publishes.' : `${address} publishes the same total.`)
  print('Compare the account with yours, and the amount with your balance at that time. This does not show whether')
  print('the money of the node is owed to others too, nor whether balances that nobody verifies are counted.')
} catch (error) {
  process.exitCode = 1
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof InvalidProof ? `WRONG: ${reason}\n` : `Not verified: ${reason}\n`)
}

async function requirePublished({ total, event }: ProvenBalance, origin: string): Promise<void> {
  const url = new URL(`/.well-known/peal/liabilities?day=${total.day}`, origin)
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${url.href} responds with ${response.status}.`)
  const published = verifyTotal(await response.json())
  if (published.event.id !== event.id) {
    throw new InvalidProof(`The server publishes another total of this day: ${published.total.msatOwed} msat.`)
  }
}
