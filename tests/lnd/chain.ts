/** A separate Bitcoin chain: btcd on regtest, with a key of ours that mines and pays out. Only what lnd needs to
 * open channels. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { until } from '#tests/users.ts'
import { startFaultProxy } from '#tests/faults/fault-proxy.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { createProgram } from './program.ts'

export type Chain = {
  /** The flags with which lnd connects to it. */
  readonly flags: string[]
  mine(blocks: number): Promise<void>
  /** Pays a mined coin to an address, without confirming it. */
  payOut(address: string): Promise<void>
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it again after a kill. Resolves when it responds. */
  revive(): Promise<void>
  stop(): Promise<void>
}

const NETWORK = { ...TEST_NETWORK, bech32: 'bcrt' }
const COIN_SATS = 5_000_000_000n
const FEE_SATS = 10_000n
/** From this height, segwit is active on regtest and the first coins can be spent. */
const FIRST_BLOCKS = 450
const MINE_AT_ONCE = 50
const START_TIMEOUT_MS = 20_000
const USER = ['u', 'p'] as const
const agent = new https.Agent({ keepAlive: true })

export async function startChain(btcd: string, folder: string): Promise<Chain> {
  mkdirSync(folder, { recursive: true })
  const key = secp256k1.utils.randomSecretKey()
  const wallet = p2wpkh(secp256k1.getPublicKey(key), NETWORK)
  const [rpcPort, peerPort] = [await findFreePort(), await findFreePort()]
  const certificate = path.join(folder, 'rpc.cert')
  // Without a configuration file, btcd copies the sample beside its program.
  const settings = path.join(folder, 'btcd.conf')
  writeFileSync(settings, '')
  const program = createProgram(
    btcd,
    [
      '--regtest',
      `--datadir=${folder}`,
      `--logdir=${folder}`,
      `--configfile=${settings}`,
      ...[`--rpcuser=${USER[0]}`, `--rpcpass=${USER[1]}`],
      ...[`--rpccert=${certificate}`, `--rpckey=${path.join(folder, 'rpc.key')}`],
      ...[`--rpclisten=127.0.0.1:${rpcPort}`, `--listen=127.0.0.1:${peerPort}`],
      '--txindex',
      '--nobanning',
      '--nostalldetect',
      `--miningaddr=${wallet.address}`,
    ],
    path.join(folder, 'btcd.log'),
  )
  const ask = <Answer>(method: string, ...params: unknown[]) => call<Answer>(rpcPort, certificate, method, params)
  const revive = async () => {
    program.start()
    const isUp = () => {
      return ask('getblockcount').then(
        () => true,
        () => false,
      )
    }
    await until(isUp, START_TIMEOUT_MS).catch(() => {
      throw new Error(`btcd does not start:\n${program.lastWords()}`)
    })
  }
  const mine = async (blocks: number) => {
    for (let left = blocks; left > 0; left -= MINE_AT_ONCE) await ask('generate', Math.min(left, MINE_AT_ONCE))
  }
  // btcd drops a regtest chain when it starts: its blocks are submitted again before lnd sees it.
  const line = await startFaultProxy(() => ({ host: '127.0.0.1', port: rpcPort }))
  const blocks: string[] = []
  const remember = async () => {
    const height = await ask<number>('getblockcount')
    while (blocks.length < height) {
      blocks.push(await ask<string>('getblock', await ask('getblockhash', blocks.length + 1), 0))
    }
  }
  await revive()
  await mine(FIRST_BLOCKS)
  let spent = 0
  return {
    flags: [
      '--bitcoin.node=btcd',
      `--btcd.rpchost=127.0.0.1:${line.port}`,
      ...[`--btcd.rpcuser=${USER[0]}`, `--btcd.rpcpass=${USER[1]}`, `--btcd.rpccert=${certificate}`],
    ],
    mine,
    async payOut(address) {
      const block = await ask<{ tx: string[] }>('getblock', await ask('getblockhash', ++spent), 1)
      const payment = new Transaction()
      payment.addInput({ txid: block.tx[0]!, index: 0, witnessUtxo: { script: wallet.script, amount: COIN_SATS } })
      payment.addOutputAddress(address, COIN_SATS - FEE_SATS, NETWORK)
      payment.sign(key)
      payment.finalize()
      await ask('sendrawtransaction', payment.hex)
    },
    async kill(signal) {
      await remember()
      line.set('cut')
      await program.kill(signal)
    },
    async revive() {
      await revive()
      for (const block of blocks) await ask('submitblock', block)
      line.set('none')
    },
    async stop() {
      await program.kill('SIGKILL')
      await line.close()
    },
  }
}

function call<Answer>(port: number, certificate: string, method: string, params: unknown[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        auth: USER.join(':'),
        ca: readFileSync(certificate),
        agent,
        timeout: 60_000,
      },
      (response) => {
        let text = ''
        response.on('data', (piece: Buffer) => (text += piece.toString()))
        response.on('end', () => {
          try {
            const { result, error } = JSON.parse(text) as { result: Answer; error: { message: string } | null }
            if (error === null) resolve(result)
            else reject(new Error(`${method}: ${error.message}`))
          } catch {
            reject(new Error(`${method}: ${text.slice(0, 200)}`))
          }
        })
      },
    )
    request.on('error', reject)
    request.end(JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }))
  })
}
