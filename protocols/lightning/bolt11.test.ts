/** BOLT 11 against the examples of the specification, and against LDK as decoder and encoder. Paying such invoices
 * is tested with the sandbox node. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { before, describe, it, mock } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import * as ldk from 'lightningdevkit'
import { decodeInvoice, encodeInvoice, InvalidInvoice, type InvoiceFields } from './bolt11.ts'

// The examples of BOLT 11 (CC BY 4.0), all signed by this key, with this hash and this secret.
const KEY = hexToBytes('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734')
const PAYEE = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad'
const HASH = '0001020304050607080900010203040506070809000102030405060708090102'
const SECRET = '11'.repeat(32)
const CREATED = new Date(1496314658_000)
const CAKE =
  'One piece of chocolate cake, one icecream cone, one pickle, one slice of swiss cheese, one slice of salami, ' +
  'one lollypop, one piece of cherry pie, one sausage, one cupcake, and one slice of watermelon'
const CAKE_HASH = bytesToHex(sha256(utf8ToBytes(CAKE)))
const P =
  'sp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq'
const HP =
  'sp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygshp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqs' +
  'pp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq'

const DONATION =
  `lnbc1pvjluez${P}dpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dl` +
  'qnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
const COFFEE =
  `lnbc2500u1pvjluez${P}dq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53` +
  'ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh'
const NONSENSE =
  `lnbc2500u1pvjluez${P}dpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpu9qrsgqhtjpauu9ur7fw2thcl4y9vfvh4m9wlfyz2gem29g5ghe2a` +
  'ak2pm3ps8fdhtceqsaagty2vph7utlgj48u0ged6a337aewvraedendscp573dxr'
const HASHED =
  `lnbc20m1pvjluez${P}hp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqs9qrsgq7ea976txfraylvgzuxs8kgcw23ezlrszf` +
  'nh8r6qtfpr6cxga50aj6txm9rxrydzd06dfeawfk6swupvz4erwnyutnjq7x39ymw6j38gp7ynn44'
const TESTNET =
  `lntb20m1pvjluez${HP}fpp3x9et2e20v6pu37c5d9vax37wxq72un989qrsgqdj545axuxtnfemtpwkc45hx9d2ft7x04mt8q7y6t0k2dge9e7h8k` +
  'py9p34ytyslj3yu569aalz2xdk8xkd7ltxqld94u8h2esmsmacgpghe9k8'
const ROUTED =
  `lnbc20m1pvjluez${P}hp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqsfpp3qjmp7lwpagxun9pygexvgpjdc4jdj85fr9yq` +
  '20q82gphp2nflc7jtzrcazrra7wwgzxqc8u7754cdlpfrmccae92qgzqvzq2ps8pqqqqqqpqqqqq9qqqvpeuqafqxu92d8lr6fvg0r5gv0heeeqgcr' +
  'qlnm6jhphu9y00rrhy4grqszsvpcgpy9qqqqqqgqqqqq7qqzq9qrsgqdfjcdk6w3ak5pca9hwfwfh63zrrz06wwfya0ydlzpgzxkn5xagsqz7x9j4j' +
  'we7yj7vaf2k9lqsdk45kts2fd0fkr28am0u4w95tt2nsq76cqw0'
const P2SH =
  `lnbc20m1pvjluez${HP}fppj3a24vwu6r8ejrss3axul8rxldph2q7z99qrsgqz6qsgww34xlatfj6e3sngrwfy3ytkt29d2qttr8qz2mnedfqysuq` +
  'ypgqex4haa2h8fx3wnypranf3pdwyluftwe680jjcfp438u82xqphf75ym'
const P2WSH =
  `lnbc20m1pvjluez${HP}fp4qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q9qrsgq9vlvyj8cqvq6ggvpwd53jncp9nwc47xl` +
  'rsnenq2zp70fq83qlgesn4u3uyf4tesfkkwwfg3qs54qe426hp3tz7z6sweqdjg05axsrjqp9yrrwc'
const PICO =
  'lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8' +
  'qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqe' +
  'zcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxsp5zyg3zyg3zyg3zyg3zyg3z' +
  'yg3zyg3zyg3zyg3zyg3zyg3zyg3zygsxqyjw5qcqp2rzjq0gxwkzc8w6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqq' +
  'qlgqqqqn3qq9q9qrsgqrvgkpnmps664wgkp43l22qsgdw4ve24aca4nymnxddlnp8vh9v2sdxlu5ywdxefsfvm0fq3sesf08uf6q9a2ke0hc9j6z6w' +
  'lxg5z5kqpu2v9wz'
const BEANS_START =
  'lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zy' +
  'g3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q'
const BEANS =
  `${BEANS_START}5sqqqqqqqqqqqqqqqqsgq2a25dxl5hrntdtn6zvydt7d66hyzsyhqs4wdynavys42xgl6sgx9c4g7me86a27t07mdtfry458rtjr0` +
  'v92cnmswpsjscgt2vcse3sgpz3uapa'
// Fields that must be skipped: an unknown one, a fallback of version 19, and p, h, s and n of wrong lengths.
const IGNORED = (
  [
    ['fppn', 32],
    ['ppn', 51],
    ['pp4', 53],
    ['hpn', 51],
    ['hp4', 53],
    ['spn', 51],
    ['sp4', 53],
    ['np5', 52],
    ['npk', 54],
  ] as const
)
  .map(([start, zeros]) => start + 'q'.repeat(zeros))
  .join('')
const BEANS_IGNORED =
  `${BEANS_START}5sqqqqqqqqqqqqqqqqsgq2qrqqq${IGNORED}z599y53s3ujmcfjp5xrdap68qxymkqphwsexhmhr8wdz5usdzkzrse33chw6d` +
  'lp3jhuhge9ley7j2ayx36kawe7kmgg8sv5ugdyusdcqzn8z9x'
const METADATA =
  'lnbc10m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdp9wpshjmt9de6zqmt9w3skgct5vysxjmnnd9jx2mq8q' +
  '8a04uqsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q2gqqqqqqsgq7hf8he7ecf7n4ffphs6awl9t6676rrclv9ckg3d3' +
  'ncn7fct63p6s365duk5wrk202cfy3aj5xnnp5gs3vrdvruverwwq7yzhkf5a3xqpd05wjc'
const FEATURE_100 =
  `${BEANS_START}4psqqqqqqqqqqqqqqqqsgqtqyx5vggfcsll4wu246hz02kp85x4katwsk9639we5n5yngc3yhqkm35jnjw4len8vrnqnf5ejh0mz` +
  'j9n3vz2px97evektfm2l6wqccp3y7372'

const NONSENSE_OLD =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk' +
  '0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrn'
const COFFEE_START =
  'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpusp5zyg3zyg3zyg3zyg3zyg3z' +
  'yg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9qrsgq'
const INVALID: [why: string, text: string][] = [
  ['its checksum is wrong', `${NONSENSE_OLD}t`],
  ['it has no separator', `${NONSENSE_OLD.slice(10)}y`],
  ['its case is mixed', `LNBC2500u${NONSENSE_OLD.slice(9)}y`],
  [
    'no public key can be recovered from its signature',
    `lnbc2500u1${COFFEE_START}wgt7mcn5yqw3yx0w94pswkpq6j9uh6xfqqqtsk4tnarugeektd4hg5975x9am52rz4qskukxdmjemg92vvqz8nvmsy` +
      'e63r5ykel43pgz7zq0g2',
  ],
  [
    'it is too short',
    'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6na6hlh',
  ],
  [
    'its multiplier is unknown',
    `lnbc2500x1${COFFEE_START}rrzc4cvfue4zp3hggxp47ag7xnrlr8vgcmkjxk3j5jqethnumgkpqp23z9jclu3v0a7e0aruz366e9wqdykw6dxhdz` +
      'cjjhldxq0w6wgqcnu43j',
  ],
  [
    'its amount is finer than a millisatoshi',
    `lnbc2500000001p1${COFFEE_START}0lzc236j96a95uv0m3umg28gclm5lqxtqqwk32uuk4k6673k6n5kfvx3d2h8s295fad45fdhmusm8sjudfhl` +
      'f6dcsxmfvkeywmjdkxcp99202x',
  ],
]

/** mulberry32: generates the same invoices in every run. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const bytes = (length: number) => Uint8Array.from({ length }, () => below(256))
  return { below, bytes }
}

function randomFields(random: ReturnType<typeof createRandom>): InvoiceFields {
  const { below, bytes } = random
  const magnitude = 10n ** BigInt(below(14))
  const hop = () => ({
    pubkey: bytesToHex(secp256k1.getPublicKey(bytes(32))),
    shortChannelId: BigInt(below(2 ** 31)) * 2n ** 20n,
    feeBaseMsat: below(2 ** 32),
    feePpm: below(2 ** 32),
    cltvExpiryDelta: below(2 ** 16),
  })
  return {
    network: (['bc', 'tb', 'tbs', 'bcrt'] as const)[below(4)]!,
    amountMsat: below(5) === 0 ? null : BigInt(1 + below(10_000)) * magnitude,
    paymentHash: bytesToHex(bytes(32)),
    paymentSecret: bytesToHex(bytes(32)),
    ...(below(2) === 0
      ? { descriptionHash: bytesToHex(bytes(32)) }
      : { description: 'Zap für 音楽 ⚡'.repeat(below(5)) }),
    createdAt: new Date((1_600_000_000 + below(2 ** 30)) * 1000),
    expirySeconds: 1 + below(10_000_000),
    minFinalCltv: 1 + below(1000),
    // LDK 0.1 decodes no invoice longer than 1023 characters, so there are at most four hops.
    routeHints: Array.from({ length: below(3) }, () => Array.from({ length: 1 + below(2) }, hop)),
  }
}

/** A bare LDK node without peers or channels, only to write invoices. */
function createLdkWriter(seed: Uint8Array) {
  const network = ldk.Network.LDKNetwork_Regtest
  const fees = ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: () => 253 })
  const logger = ldk.Logger.new_impl({ log: () => undefined })
  const broadcaster = ldk.BroadcasterInterface.new_impl({ broadcast_transactions: () => undefined })
  const completed = () => ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed
  const persist = ldk.Persist.new_impl({
    persist_new_channel: completed,
    update_persisted_channel: completed,
    archive_persisted_channel: () => undefined,
  })
  const monitoring = ldk.ChainMonitor.constructor_new(
    ldk.Option_FilterZ.constructor_none(),
    broadcaster,
    logger,
    fees,
    persist,
  )
  const keys = ldk.KeysManager.constructor_new(seed, 1n, 1)
  const graph = ldk.NetworkGraph.constructor_new(network, logger)
  const decay = ldk.ProbabilisticScoringDecayParameters.constructor_default()
  const scorer = ldk.ProbabilisticScorer.constructor_new(decay, graph, logger)
  const score = ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score())
  const scoring = ldk.ProbabilisticScoringFeeParameters.constructor_default()
  const entropy = keys.as_EntropySource()
  const router = ldk.DefaultRouter.constructor_new(graph, logger, entropy, score.as_LockableScore(), scoring)
  const messages = ldk.DefaultMessageRouter.constructor_new(graph, entropy)
  const manager = ldk.ChannelManager.constructor_new(
    fees,
    monitoring.as_Watch(),
    broadcaster,
    router.as_Router(),
    messages.as_MessageRouter(),
    logger,
    entropy,
    keys.as_NodeSigner(),
    keys.as_SignerProvider(),
    ldk.UserConfig.constructor_default(),
    ldk.ChainParameters.constructor_new(network, ldk.BestBlock.constructor_from_network(network)),
    1_700_000_000,
  )
  const amountOf = (amountMsat: bigint | null) =>
    amountMsat === null ? ldk.Option_u64Z.constructor_none() : ldk.Option_u64Z.constructor_some(amountMsat)
  return {
    payee: bytesToHex(manager.get_our_node_id()),
    /** Keeps objects alive to which LDK holds only weak references. */
    references: [fees, logger, broadcaster, persist, monitoring, keys, graph, scorer, score, router, messages],
    write({ amountMsat, description, descriptionHash, paymentHash, expirySeconds = 3600 }: InvoiceFields): string {
      const hash = hexToBytes(paymentHash)
      const cltv = ldk.Option_u16Z.constructor_some(100)
      const written =
        descriptionHash === undefined
          ? ldk.UtilMethods.constructor_create_invoice_from_channelmanager_with_payment_hash(
              manager,
              amountOf(amountMsat),
              description ?? '',
              expirySeconds,
              hash,
              cltv,
            )
          : ldk.UtilMethods.constructor_create_invoice_from_channelmanager_with_description_hash_and_payment_hash(
              manager,
              amountOf(amountMsat),
              ldk.Sha256.constructor_from_bytes(hexToBytes(descriptionHash)),
              expirySeconds,
              hash,
              cltv,
            )
      assert.ok(written instanceof ldk.Result_Bolt11InvoiceSignOrCreationErrorZ_OK)
      return written.res.to_str()
    },
  }
}

const CURRENCY = { bc: 'Bitcoin', tb: 'BitcoinTestnet', tbs: 'Signet', bcrt: 'Regtest' }

describe('BOLT 11', () => {
  it('decodes the examples of the specification', () => {
    for (const text of [
      DONATION,
      COFFEE,
      NONSENSE,
      HASHED,
      TESTNET,
      ROUTED,
      P2SH,
      P2WSH,
      BEANS,
      BEANS_IGNORED,
      METADATA,
    ]) {
      const invoice = decodeInvoice(text)
      const { payee, paymentHash, paymentSecret, createdAt, unpayable } = invoice
      const expected = { payee: PAYEE, paymentHash: HASH, paymentSecret: SECRET, createdAt: CREATED, unpayable: null }
      assert.deepEqual({ payee, paymentHash, paymentSecret, createdAt, unpayable }, expected)
    }
    assert.equal(decodeInvoice(DONATION).amountMsat, null)
    assert.equal(decodeInvoice(DONATION).description, 'Please consider supporting this project')
    assert.equal(decodeInvoice(DONATION).expirySeconds, 3600)
    assert.equal(decodeInvoice(DONATION).minFinalCltv, 18)
    assert.equal(decodeInvoice(COFFEE).amountMsat, 250_000_000n)
    assert.deepEqual(decodeInvoice(COFFEE).expiresAt, new Date(CREATED.getTime() + 60_000))
    assert.equal(decodeInvoice(NONSENSE).description, 'ナンセンス 1杯')
    assert.equal(decodeInvoice(HASHED).descriptionHash, CAKE_HASH)
    assert.equal(decodeInvoice(HASHED).description, undefined)
    assert.equal(decodeInvoice(TESTNET).network, 'tb')
    assert.equal(decodeInvoice(METADATA).features, (1n << 8n) | (1n << 14n) | (1n << 48n))
  })

  it('decodes the example in pico-bitcoin with a route', () => {
    const invoice = decodeInvoice(PICO)
    assert.equal(invoice.amountMsat, 967_878_534n)
    assert.equal(invoice.expirySeconds, 604_800)
    assert.equal(invoice.minFinalCltv, 10)
    assert.equal(invoice.createdAt.getTime(), 1572468703_000)
    assert.deepEqual(invoice.routeHints, [
      [
        {
          pubkey: '03d06758583bb5154774a6eb221b1276c9e82d65bbaceca806d90e20c108f4b1c7',
          shortChannelId: (589390n << 40n) | (3312n << 16n) | 1n,
          feeBaseMsat: 1000,
          feePpm: 2500,
          cltvExpiryDelta: 40,
        },
      ],
    ])
  })

  it('decodes two hops of one route in order', () => {
    const [hops] = decodeInvoice(ROUTED).routeHints
    assert.deepEqual(
      hops!.map((hop) => [hop.pubkey.slice(0, 4), hop.feeBaseMsat, hop.feePpm, hop.cltvExpiryDelta]),
      [
        ['029e', 1, 20, 3],
        ['039e', 2, 30, 4],
      ],
    )
    assert.equal(hops![0]!.shortChannelId, 0x0102030405060708n)
  })

  it('decodes upper case as the same invoice', () => {
    assert.deepEqual(decodeInvoice(BEANS.toUpperCase()), decodeInvoice(BEANS))
  })

  it('marks an unknown required feature as unpayable, and says which', () => {
    assert.match(decodeInvoice(FEATURE_100).unpayable ?? '', /feature 100/)
  })

  for (const [why, text] of INVALID) {
    it(`refuses the invalid example because ${why}`, () => assert.throws(() => decodeInvoice(text), InvalidInvoice))
  }

  it('encodes the examples of the specification, including the signature', () => {
    const common = { paymentHash: HASH, paymentSecret: SECRET, createdAt: CREATED, features: (1n << 8n) | (1n << 14n) }
    const coffee = { ...common, network: 'bc', amountMsat: 250_000_000n, expirySeconds: 60 } as const
    const donation = {
      description: 'Please consider supporting this project',
      network: 'bc',
      amountMsat: null,
    } as const
    assert.equal(encodeInvoice({ ...common, ...donation }, KEY), DONATION)
    assert.equal(encodeInvoice({ ...coffee, description: '1 cup coffee' }, KEY), COFFEE)
    assert.equal(encodeInvoice({ ...coffee, description: 'ナンセンス 1杯' }, KEY), NONSENSE)
  })

  it('refuses to encode values that do not fit the format', () => {
    const good: InvoiceFields = {
      network: 'bcrt',
      amountMsat: 1n,
      paymentHash: HASH,
      paymentSecret: SECRET,
      description: '',
      createdAt: CREATED,
    }
    const { description: _, ...undescribed } = good
    assert.doesNotThrow(() => encodeInvoice(good, KEY))
    for (const bad of [
      { ...good, amountMsat: 0n },
      { ...good, amountMsat: -5n },
      { ...good, description: 'x'.repeat(640) },
      { ...good, descriptionHash: HASH },
      { ...good, paymentHash: 'abcd' },
      { ...good, createdAt: new Date(NaN) },
      undescribed,
    ]) {
      assert.throws(() => encodeInvoice(bad, KEY), InvalidInvoice)
    }
  })

  it('uses the n field instead of recovery and refuses it when it is not the signer', () => {
    const { prefix, words } = bech32.decode(COFFEE as `${string}1${string}`, false)
    const named = (key: Uint8Array) => {
      const field = [19, 1, 21, ...bech32.toWords(secp256k1.getPublicKey(key))]
      const data = [...words.slice(0, -104), ...field]
      const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('')
      const bytes = bits.match(/.{1,8}/g)!.map((byte) => parseInt(byte.padEnd(8, '0'), 2))
      const hash = sha256(Uint8Array.from([...utf8ToBytes(prefix), ...bytes]))
      const signature = secp256k1.sign(hash, KEY, { prehash: false, format: 'recovered' })
      // A wrong recovery id does not matter here: the named key decides.
      return bech32.encode(prefix, [...data, ...bech32.toWords(Uint8Array.from([...signature.slice(1), 3]))], false)
    }
    assert.equal(decodeInvoice(named(KEY)).payee, PAYEE)
    assert.throws(() => decodeInvoice(named(hexToBytes('22'.repeat(32)))), InvalidInvoice)
  })

  it('decodes or refuses an invoice with changed characters, without other errors', () => {
    const random = createRandom(11)
    for (let round = 0; round < 300; round++) {
      const { prefix, words } = bech32.decode(PICO as `${string}1${string}`, false)
      words[random.below(words.length)] = random.below(32)
      const changed = bech32.encode(prefix, words.slice(0, words.length - random.below(3)), false)
      try {
        decodeInvoice(changed)
      } catch (error) {
        assert.ok(error instanceof InvalidInvoice, String(error))
      }
    }
  })

  describe('compared with LDK', () => {
    before(async () => {
      // LDK prints a greeting to stdout.
      const log = mock.method(console, 'log', () => undefined)
      await ldk.initializeWasmFromBinary(
        readFileSync(createRequire(import.meta.url).resolve('lightningdevkit/liblightningjs.wasm')),
      )
      log.mock.restore()
    })

    it('LDK decodes 250 random invoices of ours to the same values', () => {
      const random = createRandom(20260101)
      for (let round = 0; round < 250; round++) {
        const fields = randomFields(random)
        const key = random.bytes(32)
        const text = encodeInvoice(fields, key)
        const parsed = ldk.Bolt11Invoice.constructor_from_str(text)
        assert.ok(parsed instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK, `round ${round}: ${text}`)
        const theirs = parsed.res
        const ours = decodeInvoice(text)
        const amount = theirs.amount_milli_satoshis()
        assert.equal(ours.amountMsat, amount instanceof ldk.Option_u64Z_Some ? amount.some : null)
        assert.equal(ours.amountMsat, fields.amountMsat)
        assert.equal(ldk.Currency[theirs.currency()], `LDKCurrency_${CURRENCY[ours.network]}`)
        assert.equal(ours.paymentHash, bytesToHex(theirs.payment_hash()))
        assert.equal(ours.paymentSecret, bytesToHex(theirs.payment_secret()))
        assert.equal(ours.payee, bytesToHex(theirs.recover_payee_pub_key()))
        assert.equal(ours.payee, bytesToHex(secp256k1.getPublicKey(key)))
        assert.equal(BigInt(ours.createdAt.getTime() / 1000), theirs.duration_since_epoch())
        assert.equal(BigInt(ours.expirySeconds), theirs.expiry_time())
        assert.equal(BigInt(ours.minFinalCltv), theirs.min_final_cltv_expiry_delta())
        assert.equal(ours.routeHints.length, theirs.route_hints().length)
        assert.deepEqual(ours.routeHints, fields.routeHints)
        assert.equal(ours.description, fields.description)
        assert.equal(ours.descriptionHash, fields.descriptionHash)
        assert.equal(theirs.to_str(), text)
      }
    })

    it('decodes 200 random invoices of LDK', () => {
      const random = createRandom(7)
      const writer = createLdkWriter(random.bytes(32))
      for (let round = 0; round < 200; round++) {
        const fields = { ...randomFields(random), network: 'bcrt' as const, routeHints: [] }
        const text = writer.write(fields)
        const ours = decodeInvoice(text)
        assert.equal(ours.payee, writer.payee)
        assert.deepEqual([ours.network, ours.unpayable], ['bcrt', null])
        assert.equal(ours.amountMsat, fields.amountMsat)
        assert.equal(ours.paymentHash, fields.paymentHash)
        assert.equal(ours.description, fields.description)
        assert.equal(ours.descriptionHash, fields.descriptionHash)
        assert.equal(ours.expirySeconds, fields.expirySeconds)
        const theirs = ldk.Bolt11Invoice.constructor_from_str(text)
        assert.ok(theirs instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)
        assert.equal(ours.paymentSecret, bytesToHex(theirs.res.payment_secret()))
        assert.equal(BigInt(ours.minFinalCltv), theirs.res.min_final_cltv_expiry_delta())
        assert.equal(BigInt(ours.createdAt.getTime() / 1000), theirs.res.duration_since_epoch())
      }
    })

    it('LDK refuses the invalid examples as well', () => {
      for (const [why, text] of INVALID) {
        assert.ok(!ldk.Bolt11Invoice.constructor_from_str(text).is_ok(), why)
      }
    })
  })
})
