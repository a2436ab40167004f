/** A proof of a balance verifies, and each of many random ways to tamper with a tree, a proof or a signed total is caught. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesToHex } from '@noble/hashes/utils.js'
import { signEvent, type NostrEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey } from '#protocols/nostr/keys.ts'
import { encodePath, verifyBalance, type BalanceProof, type Chunk } from './proof.ts'
import { draftTotal, InvalidProof, type Total } from './total.ts'
import { buildLevels, hashLeaf, hashPair, pathOf, rootOf, type Leaf, type TreeNode } from './tree.ts'

const SEED = 20_261_126
const ROUNDS = 1_000
const HEIGHT = 4

/** Reproducible numbers of 0 to `below` − 1 (xorshift). */
function createRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const key = generateSecretKey()
const random = createRandom(SEED)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
const randomHex = () => Array.from({ length: 64 }, () => random(16).toString(16)).join('')

const leavesOf = (accounts: number): Leaf[] =>
  Array.from({ length: 2 * accounts }, (_, index) => ({
    account: `user:${index >> 1}`,
    nonce: Uint8Array.from({ length: 32 }, () => random(256)),
    msat: BigInt(1 + random(1_000_000)),
  }))

const base = {
  installation: 'https://music.example',
  depth: HEIGHT,
  nodePubkey: '02',
  network: 'bcrt',
  msatSpendable: 1,
}

function sign(root: TreeNode, day: string, signer = key): NostrEvent {
  const amounts = { root: bytesToHex(root.hash), msatOwed: Number(root.msat) }
  return signEvent(draftTotal({ ...base, ...amounts, day, madeAt: `${day}T00:00:07.000Z` }), signer)
}

function prove(leaves: readonly Leaf[], nodes: readonly TreeNode[], account: string, day = '2026-11-26'): BalanceProof {
  const levels = buildLevels(nodes, HEIGHT)
  const chunks = leaves.flatMap((leaf, position): Chunk[] => {
    const path = encodePath(pathOf(levels, position))
    const chunk = { msatAmount: Number(leaf.msat), nonce: bytesToHex(leaf.nonce), position, path }
    return leaf.account === account ? [chunk] : []
  })
  return { account, chunks, event: sign(rootOf(levels), day) }
}

const refuses = (proof: unknown, what: string) => assert.throws(() => verifyBalance(proof), InvalidProof, what)

/** Each returns a proof that must not verify, for a proof that does. */
const tamperings: Record<string, (proof: BalanceProof, leaves: readonly Leaf[]) => unknown> = {
  'an amount is higher': (proof) => change(proof, (chunk) => (chunk.msatAmount += 1 + random(1_000))),
  'an amount is negative': (proof) => change(proof, (chunk) => (chunk.msatAmount = -1 - random(1_000))),
  'an amount is a fraction': (proof) => change(proof, (chunk) => (chunk.msatAmount += 0.5)),
  'another nonce': (proof) => change(proof, (chunk) => (chunk.nonce = randomHex())),
  'another position': (proof) => change(proof, (chunk) => (chunk.position ^= 1 << random(HEIGHT))),
  'a position outside': (proof) => change(proof, (chunk) => (chunk.position += 2 ** HEIGHT * (1 + random(9)))),
  'another hash on the path': (proof) => change(proof, ({ path }) => (pick(path).hash = randomHex())),
  'another sum on the path': (proof) => change(proof, ({ path }) => (pick(path).msatAmount += 1 + random(9))),
  'a negative sum on the path': (proof) => change(proof, ({ path }) => (pick(path).msatAmount = -1 - random(9))),
  'sums are swapped': (proof) =>
    change(proof, (chunk) => {
      const [sibling] = chunk.path
      const [own, other] = [chunk.msatAmount, sibling!.msatAmount]
      chunk.msatAmount = other
      sibling!.msatAmount = own === other ? own + 1 : own
    }),
  'a shorter path': (proof) => change(proof, ({ path }) => path.splice(random(path.length), 1)),
  'a longer path': (proof) => change(proof, ({ path }) => path.push({ hash: randomHex(), msatAmount: 0 })),
  'the account of another user': (proof) => ({ ...proof, account: proof.account === 'user:0' ? 'user:1' : 'user:0' }),
  'a chunk of another user': (proof, leaves) => {
    const other = leaves.find(({ account }) => account !== proof.account)!
    return { ...proof, chunks: [...proof.chunks, ...prove(leaves, leaves.map(hashLeaf), other.account).chunks] }
  },
  'a chunk twice': (proof) => ({ ...proof, chunks: [...proof.chunks, proof.chunks[0]] }),
  'no chunk': (proof) => ({ ...proof, chunks: [] }),
  'the total of another day': (proof) => {
    const other = leavesOf(6)
    return { ...proof, event: prove(other, other.map(hashLeaf), 'user:1', '2026-11-25').event }
  },
  'another root under the same signature': (proof) => edit(proof, { root: randomHex() }),
  'another sum under the same signature': (proof) => edit(proof, { msatOwed: random(1_000) }),
  'another day under the same signature': (proof) =>
    edit(proof, { day: '2026-11-27', madeAt: '2026-11-27T00:00:07.000Z' }),
  'what the node could send, under the same signature': (proof) => edit(proof, { msatSpendable: 2 + random(1_000) }),
  'the signature of another key': (proof) => {
    const { sig } = signEvent(proof.event, generateSecretKey())
    return { ...proof, event: { ...proof.event, sig } }
  },
  'a balance is left out': (proof, leaves) => {
    const others = leaves.filter(({ account }) => account !== proof.account)
    return { ...proof, event: prove(others, others.map(hashLeaf), others[0]!.account).event }
  },
  'a balance is lowered in the tree': (proof, leaves) => {
    const lowered = leaves.map((leaf) => (leaf.account === proof.account ? { ...leaf, msat: leaf.msat - 1n } : leaf))
    return { ...prove(leaves, lowered.map(hashLeaf), proof.account) }
  },
  'a balance is replaced by that of another user': (proof, leaves) => {
    const replaced = leaves.map((leaf) => (leaf.account === proof.account ? { ...leaf, account: 'user:9' } : leaf))
    return { ...prove(leaves, replaced.map(hashLeaf), proof.account) }
  },
}

function change(proof: BalanceProof, edited: (chunk: Chunk) => unknown): BalanceProof {
  const copy = structuredClone(proof)
  edited(pick(copy.chunks))
  return copy
}

/** The content of the signed total, with the id and signature it had before. */
function edit(proof: BalanceProof, changes: Partial<Total>): BalanceProof {
  const content = JSON.stringify({ ...JSON.parse(proof.event.content), ...changes })
  return { ...proof, event: { ...proof.event, content } }
}

test(`a proof verifies, and tampering is caught in all of ${ROUNDS} random ways`, () => {
  const kinds = Object.entries(tamperings)
  let [leaves, proof] = [[] as Leaf[], {} as BalanceProof]
  for (let round = 0; round < ROUNDS; round++) {
    // Signing takes most of the time, so each kind of tampering is tried on one tree.
    if (round % kinds.length === 0) [leaves, proof] = proveRandom()
    const [what, tamper] = kinds[round % kinds.length]!
    refuses(tamper(proof, leaves), `round ${round} of seed ${SEED}: ${what}`)
  }
})

/** A random tree and the proof of one of its accounts, which verifies. */
function proveRandom(): [Leaf[], BalanceProof] {
  const accounts = 2 + random(6)
  const leaves = leavesOf(accounts)
  const account = `user:${random(accounts)}`
  const proof = prove(leaves, leaves.map(hashLeaf), account)
  const { msatBalance, total } = verifyBalance(structuredClone(proof))
  const sumOf = (some: readonly Leaf[]) => some.reduce((sum, { msat }) => sum + Number(msat), 0)
  assert.equal(msatBalance, sumOf(leaves.filter((leaf) => leaf.account === account)))
  assert.equal(total.msatOwed, sumOf(leaves))
  return [leaves, proof]
}

test('a negative balance that lowers the total fails the proofs of its neighbours in the tree', () => {
  const [first, second, third, fourth] = leavesOf(2)
  const honest = [first!, second!, third!, fourth!].map(hashLeaf)
  // The operator's own program may compute with numbers that wrap around; a verifier does not.
  const negative = { hash: hashLeaf({ ...first!, account: 'user:fake' }).hash, msat: 2n ** 64n - 1_000n }
  assert.throws(() => hashPair(negative, honest[1]!), RangeError)
  assert.throws(() => hashLeaf({ ...first!, msat: -1n }), RangeError)
  const levels = buildLevels(honest, HEIGHT)
  const chunk = { msatAmount: Number(second!.msat), nonce: bytesToHex(second!.nonce), position: 1 }
  const path = encodePath([negative, ...pathOf(levels, 1).slice(1)])
  refuses(
    { account: second!.account, chunks: [{ ...chunk, path }], event: sign(rootOf(levels), '2026-11-26') },
    'overflow',
  )
})

test('what is not a proof is refused', () => {
  for (const value of [null, undefined, 1, 'proof', [], {}, { account: 'user:1', chunks: [null], event: null }]) {
    refuses(value, JSON.stringify(value))
  }
  const leaves = leavesOf(2)
  const proof = prove(leaves, leaves.map(hashLeaf), 'user:0')
  for (const event of [null, {}, { ...proof.event, content: '' }, signEvent({ ...proof.event, content: '{}' }, key)]) {
    refuses({ ...proof, event }, JSON.stringify(event))
  }
})
