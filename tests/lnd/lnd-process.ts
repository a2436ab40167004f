/** One lnd on the test's chain, with its REST interface: started, killed, restarted. As a LightningNode it is
 * server/lightning/lnd; this file has what only a test needs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connectNodeHttp, type NodeHttp } from '#server/lightning/node-http.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { until } from '#tests/users.ts'
import type { Chain } from './chain.ts'
import { createProgram } from './program.ts'

export type LndProcess = {
  readonly url: string
  readonly peerAddress: string
  readonly certificate: string
  /** In hex, with only the permissions that the server needs (docs/operating.md). */
  readonly macaroon: string
  readonly macaroonFile: string
  readonly certificateFile: string
  request<Answer>(method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown): Promise<Answer>
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it again. Resolves when it responds. */
  revive(): Promise<void>
}

const START_TIMEOUT_MS = 180_000
const CALL_TIMEOUT_MS = 20_000
const permissions = [
  { entity: 'info', action: 'read' },
  { entity: 'invoices', action: 'read' },
  { entity: 'invoices', action: 'write' },
  { entity: 'offchain', action: 'read' },
  { entity: 'offchain', action: 'write' },
]

export async function startLnd(lnd: string, folder: string, chain: Chain): Promise<LndProcess> {
  mkdirSync(folder, { recursive: true })
  const [peerPort, rpcPort, restPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const program = createProgram(
    lnd,
    [
      `--lnddir=${folder}`,
      '--bitcoin.regtest',
      ...chain.flags,
      '--noseedbackup',
      '--nobootstrap',
      '--accept-keysend',
      ...['--bitcoin.defaultchanconfs=1', '--bitcoin.minhtlcout=1'],
      ...['--trickledelay=50', '--gossip.sub-batch-delay=5ms', '--minbackoff=100ms', '--maxbackoff=500ms'],
      '--keep-failed-payment-attempts',
      '--debuglevel=info',
      `--listen=127.0.0.1:${peerPort}`,
      `--rpclisten=127.0.0.1:${rpcPort}`,
      `--restlisten=127.0.0.1:${restPort}`,
    ],
    path.join(folder, 'output.log'),
  )
  const url = `https://127.0.0.1:${restPort}`
  const certificateFile = path.join(folder, 'tls.cert')
  const macaroonFile = path.join(folder, 'data/chain/bitcoin/regtest/admin.macaroon')
  let http: NodeHttp | null = null
  const connect = () => {
    const headers = { 'grpc-metadata-macaroon': readFileSync(macaroonFile).toString('hex') }
    return connectNodeHttp({ url, certificate: readFileSync(certificateFile, 'utf8'), headers })
  }
  const isUp = async () => {
    if (!existsSync(macaroonFile)) return false
    http ??= connect()
    const info = await http.request('GET', '/v1/getinfo', null, { timeoutMs: CALL_TIMEOUT_MS }).catch(() => null)
    return info?.status === 200 && (info.json as { synced_to_chain: boolean }).synced_to_chain
  }
  const revive = async () => {
    program.start()
    await until(isUp, START_TIMEOUT_MS).catch(() => {
      throw new Error(`lnd does not start:\n${program.lastWords()}`)
    })
  }
  await revive()
  const bakedFile = path.join(folder, 'peal.macaroon')
  const baked = await http!.request('POST', '/v1/macaroon', { json: { permissions } }, { timeoutMs: CALL_TIMEOUT_MS })
  writeFileSync(bakedFile, Buffer.from((baked.json as { macaroon: string }).macaroon, 'hex'))
  return {
    url,
    peerAddress: `127.0.0.1:${peerPort}`,
    certificate: readFileSync(certificateFile, 'utf8'),
    certificateFile,
    macaroon: readFileSync(bakedFile).toString('hex'),
    macaroonFile: bakedFile,
    async request<Answer>(method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown) {
      const content = body === undefined ? null : { json: body }
      const { status, json } = await http!.request(method, route, content, { timeoutMs: CALL_TIMEOUT_MS })
      if (status !== 200) throw new Error(`${method} ${route}: ${status} ${JSON.stringify(json)}`)
      return json as Answer
    },
    kill: (signal) => program.kill(signal),
    revive,
  }
}
