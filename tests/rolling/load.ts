/** Load for upgrades: users who read pages, play a track and zap it, each request on a new connection. Every response that is
 * neither 2xx nor 3xx, and every request without a response, is a failure. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAccount } from '#contract/accounts/account.ts'
import { register } from '#contract/accounts/auth.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { createDeposit, send } from '#contract/payments/payments.ts'
import { newId } from '#server/platform/ids.ts'
import { makeTone } from '#tests/audio-samples.ts'
import { putAudio, until } from '#tests/users.ts'
import { type Call, createCall } from '#web/data/api.ts'

const DEPOSIT_MSAT = 90_000_000
const ZAP_MSAT = 1_000
const PAUSE_MS = 20
const ROUNDS_PER_PLAY = 20
const HEARD_SECONDS = 31

type Zapper = { call: Call; ackedMsat: number }
export type Tally = { requests: Record<string, number>; failed: string[] }
export type Load = {
  tally: Tally
  /** Ends the load. Returns the difference between the acknowledged zaps and the balances, summed over all accounts. */
  stop(): Promise<{ zappedMsat: number; differenceMsat: number }>
}

/** `confirm`: confirms the addresses of all users. */
export async function startLoad(origin: string, people: number, confirm: () => Promise<unknown>): Promise<Load> {
  const tally: Tally = { requests: {}, failed: [] }
  const open = async (index: number) => {
    const email = `person${index}@example.com`
    const from = `127.0.1.${index + 1}`
    const { token } = await createCall(transport(origin, from, null))(register, {
      body: { email, password: 'a long enough password', name: `person${index}` },
    })
    return { token, from }
  }
  const artist = await open(0)
  await confirm()
  const owner = createCall(transport(origin, artist.from, null), () => artist.token)
  const ids = await publishTrack(origin, owner)
  const opened = await Promise.all(Array.from({ length: people }, (_, index) => open(index + 1)))
  await confirm()
  const stopping = new AbortController()
  const zappers: Zapper[] = []
  for (const { token, from } of opened) {
    const plain = createCall(transport(origin, from, null), () => token)
    const { request: bolt11 } = await plain(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
    await plain(payFromExternal, { body: { bolt11 } })
    await until(async () => (await plain(getAccount, {})).msatBalance === DEPOSIT_MSAT)
    zappers.push({ call: createCall(transport(origin, from, tally), () => token), ackedMsat: 0 })
  }
  const pages = ['/', '/top', `/artist/${ids.artistId}`, `/album/${ids.albumId}`, ids.liveUrl]
  const working = zappers.map((one, index) => keepBusy(one, { origin, index, pages, tally, ...ids }, stopping.signal))
  return {
    tally,
    async stop() {
      stopping.abort()
      await Promise.all(working)
      const zappedMsat = zappers.reduce((sum, { ackedMsat }) => sum + ackedMsat, 0)
      const received = (await owner(getAccount, {})).msatBalance
      let differenceMsat = Math.abs(received - zappedMsat)
      for (const { call, ackedMsat } of zappers) {
        differenceMsat += Math.abs(DEPOSIT_MSAT - ackedMsat - (await call(getAccount, {})).msatBalance)
      }
      return { zappedMsat, differenceMsat }
    },
  }
}

type Target = { origin: string; index: number; pages: string[]; tally: Tally; trackId: string }

async function keepBusy(zapper: Zapper, { origin, index, pages, tally, trackId }: Target, stopping: AbortSignal) {
  const from = `127.0.1.${index + 2}`
  for (let round = 0; !stopping.aborted; round++) {
    const address = pages[round % pages.length]!
    await fetchFrom(new URL(address, origin), { method: 'GET', from, tally }).catch(() => undefined)
    await sleep(PAUSE_MS)
    await zapper.call(send, { body: { contentId: trackId, msatAmount: ZAP_MSAT } }).then(
      () => void (zapper.ackedMsat += ZAP_MSAT),
      () => undefined,
    )
    // The server limits the reports of an account.
    if (round % ROUNDS_PER_PLAY !== 0) continue
    const startedAt = new Date(Date.now() - 40_000).toISOString()
    const play = { playId: newId(), contentId: trackId, secondsHeard: HEARD_SECONDS, startedAt, agent: 'load/1' }
    await zapper.call(reportPlays, { body: { plays: [play] } }).catch(() => undefined)
  }
}

export async function publishTrack(origin: string, owner: Call) {
  const { id: artistId } = await owner(createArtist, { body: { name: 'During upgrades' } })
  const { id: albumId } = await owner(createAlbum, { body: { artistId, title: 'Rolling' } })
  const track = await owner(createTrack, { body: { albumId, title: 'One', order: 1, extension: 'wav' } })
  await putAudio({ origin }, track.presignedUrl, makeTone(HEARD_SECONDS + 4, 330))
  const read = () => owner(getTrack, { params: { trackId: track.id } })
  await until(async () => (await read()).liveUrl !== null)
  await owner(publish, { params: { contentId: albumId }, body: { contentType: 'album' } })
  return { artistId, albumId, trackId: track.id, liveUrl: (await read()).liveUrl! }
}

function transport(origin: string, from: string, tally: Tally | null) {
  return async (address: string, { signal: _limit, ...init }: RequestInit) => {
    const written = new Request(new URL(address, origin), init)
    const body = Buffer.from(await written.arrayBuffer())
    const sent = { method: written.method, headers: Object.fromEntries(written.headers), body }
    const { status, text } = await fetchFrom(new URL(address, origin), { ...sent, from, tally })
    return { status, json: JSON.parse(text) as unknown }
  }
}

type Sent = {
  method: string
  from: string
  tally: Tally | null
  headers?: Record<string, string>
  body?: Buffer
}

function fetchFrom(
  url: URL,
  { method, from, tally, headers = {}, body }: Sent,
): Promise<{ status: number; text: string }> {
  const kind = method === 'GET' ? (url.pathname.startsWith('/files') ? 'audio' : 'page') : url.pathname
  if (tally !== null) tally.requests[kind] = (tally.requests[kind] ?? 0) + 1
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      tally?.failed.push(`${new Date().toISOString()} ${method} ${url.pathname}: ${why}`)
      reject(new Error(why))
    }
    const sending = request(url, { method, headers, agent: false, localAddress: from, timeout: 20_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', (error) => fail(error.message))
      response.on('end', () => {
        const [status, text] = [response.statusCode ?? 0, Buffer.concat(chunks).toString()]
        if (status < 200 || status > 399) return fail(`${status} ${text.slice(0, 200)}`)
        resolve({ status, text })
      })
    })
    sending.on('timeout', () => sending.destroy(new Error('no response in 20 s')))
    sending.on('error', (error) => fail(error.message))
    sending.end(body)
  })
}
