/** How long the daily total of 100 000 accounts takes, from reading the accounts to the signature, beside computing the hashes of
 * its tree alone: `node bench/liabilities.ts` */
import pg from 'pg'
import { buildLevels, hashLeaf, type Leaf } from '#protocols/liabilities/tree.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { publishTotal } from '#server/liabilities/publish.ts'
import type { LiabilityDeps } from '#server/liabilities/deps.ts'
import { silentLog } from '#server/platform/log.ts'
import { createOutbound } from '#server/platform/network/outbound.ts'
import { compareInTurns, type BenchResult } from './measure.ts'
import { openStage, type Stage } from './zap-stage.ts'

const ACCOUNTS = 100_000
/** The mean of chunks.ts. */
const LEAVES = 3 * ACCOUNTS
const BLOCK_HEIGHT = 10
const ROUNDS = 3
const DAY_MS = 86_400_000

export async function run(): Promise<BenchResult[]> {
  await using stage = await openStage()
  await openAccounts(stage)
  const secretKey = generateSecretKey()
  let nowMs = Date.now()
  const deps: LiabilityDeps = {
    database: stage.database,
    clock: { now: () => new Date(nowMs) },
    log: silentLog,
    key: { secretKey, pubkey: publicKeyOf(secretKey) },
    outbound: createOutbound({ allow: [] }),
    relayUrl: 'ws://localhost/relay',
    publicRelays: [],
    node: { balance: async () => ({ spendableMsat: 0n, receivableMsat: 0n }) },
    nodePubkey: '',
    network: 'bcrt',
    publicUrl: 'http://localhost',
    secret: 'a secret of the benchmark',
  }
  const times = await compareInTurns(
    async () => {
      nowMs += DAY_MS
      const startedAt = performance.now()
      if (!(await publishTotal(deps))) throw new Error('There was no total')
      return secondsSince(startedAt)
    },
    async () => hashAlone(),
    ROUNDS,
  )
  const name = `total of ${ACCOUNTS} accounts`
  return [{ name, unit: 's', ...times, limitName: 'hashing its tree alone', goal: null, isTime: true }]
}

/** Users that only have a balance, from the house. */
async function openAccounts({ ownerUrl }: Stage): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `INSERT INTO account (id, code, kind, owner, overdraft, balance)
     SELECT id, 'user:' || id, 'user', id, false, 1 + (random() * 1e8)::bigint
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)) made`,
    [ACCOUNTS],
  )
  await owner.query(
    `UPDATE account SET balance = -(SELECT sum(balance) FROM account WHERE kind = 'user') WHERE code = 'house'`,
  )
  await owner.end()
}

function hashAlone(): number {
  const startedAt = performance.now()
  const leaf: Leaf = { account: `user:${'0'.repeat(36)}`, nonce: new Uint8Array(32), msat: 1_000n }
  for (let count = 0; count < LEAVES; count += 2 ** BLOCK_HEIGHT) {
    buildLevels(
      Array.from({ length: 2 ** BLOCK_HEIGHT }, () => hashLeaf(leaf)),
      BLOCK_HEIGHT,
    )
  }
  return secondsSince(startedAt)
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
