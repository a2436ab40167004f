/** Mail, the Lightning node, exchange rates and public relays: whether they respond. */
import { createTransport } from 'nodemailer'
import { openNode } from '#server/lightning/open-node.ts'
import type { Config } from '#server/platform/config/config.ts'
import { checked, failed, type Line, ok, reasonOf, warning } from './check.ts'

export async function checkMail({ smtpUrl, mailFrom, lightning }: Config): Promise<Line[]> {
  if (smtpUrl === '') {
    const what = 'SMTP_URL is not set: mails are stored and shown at /sandbox/mail'
    return lightning === 'sandbox' ? [ok('mail', what)] : [warning('mail', `${what}, but not sent`)]
  }
  const { host } = new URL(smtpUrl)
  return checked('mail', 'Check SMTP_URL', async () => {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000 })
    await transport.verify().finally(() => transport.close())
    return [ok('mail', `${host} accepts this server; mails are sent as ${mailFrom}`)]
  })
}

export async function checkNode(config: Config): Promise<Line[]> {
  if (config.lightning === 'sandbox') return [ok('node', 'The sandbox: its nodes start with the server')]
  const advice = 'Check the address and the credentials of the node'
  return checked('node', advice, async (signal) => {
    const node = openNode(config)
    const { pubkey, network, synced } = await node.info(signal)
    const { spendableMsat, receivableMsat } = await node.balance()
    const sats = (msat: bigint) => `${msat / 1_000n} sats`
    const lines = [
      ok('node', `${config.lightning} ${pubkey} on ${network}`),
      ok('node', `can send ${sats(spendableMsat)} and receive ${sats(receivableMsat)}`),
    ]
    if (!synced) lines.push(warning('node', 'It is not yet synchronized with the chain: payments wait until it is'))
    if (receivableMsat === 0n)
      lines.push(warning('node', 'It can receive nothing: open a channel with inbound liquidity'))
    return lines
  })
}

export async function checkPrice({ priceUrl, lightning }: Config): Promise<Line[]> {
  if (priceUrl === '')
    return lightning === 'sandbox' ? [] : [ok('prices', 'PRICE_URL is not set: no amounts in dollars are shown')]
  return checked('prices', 'Check PRICE_URL', async (signal) => {
    const response = await fetch(priceUrl, { signal })
    const json = (await response.json()) as { data?: { rates?: { BTC?: string } } }
    const rate = Number(json.data?.rates?.BTC)
    if (!(rate > 0)) return [failed('prices', `${priceUrl} does not return a rate in data.rates.BTC`)]
    return [ok('prices', `${new URL(priceUrl).host}: a dollar buys ${rate} bitcoin`)]
  })
}

export async function checkTraces({ otlpTracesUrl, otlpHeaders }: Config): Promise<Line[]> {
  if (otlpTracesUrl === '') return []
  return checked(
    'traces',
    'Check OTEL_EXPORTER_OTLP_TRACES_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS',
    async (signal) => {
      const headers = { ...otlpHeaders, 'content-type': 'application/json' }
      const { status } = await fetch(otlpTracesUrl, { method: 'POST', headers, body: '{"resourceSpans":[]}', signal })
      const { host } = new URL(otlpTracesUrl)
      return [status === 200 ? ok('traces', `${host} accepts them`) : failed('traces', `${host} responds ${status}`)]
    },
  )
}

/** Peal works without any of them, so an unreachable relay is only a warning. */
export async function checkRelays({ publicRelays }: Config): Promise<Line[]> {
  const lines = await Promise.all(
    publicRelays.map(async (relay) => {
      const problem = await openSocket(relay).then(() => null, reasonOf)
      return problem === null ? ok('relays', relay) : warning('relays', `${relay}: ${problem}`)
    }),
  )
  return lines
}

/** Resolves once the WebSocket is open, and closes it. */
export function openSocket(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    const timer = setTimeout(() => fail('no response within five seconds'), 5_000)
    const fail = (why: string) => {
      clearTimeout(timer)
      socket.close()
      reject(new Error(why))
    }
    socket.addEventListener('error', () => fail('no WebSocket connection'))
    socket.addEventListener('open', () => {
      clearTimeout(timer)
      socket.close()
      resolve()
    })
  })
}
