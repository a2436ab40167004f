/** One visitor's connection: requests as a browser makes them, each measured from the request to the complete response. */
import http from 'node:http'
import https from 'node:https'
import { createCall, type Call } from '#web/data/api.ts'
import { noteFailure, type Figures, type Kind } from './figures.ts'

const TIMEOUT_MS = 20_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) peal-load/1'
/** Limits of the server count addresses: on this machine, each visitor has an address. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost'])
const ADDRESSES_OF_BLOCK = 250

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

export type Visitor = {
  /** Resolves with null after a failure, which is counted. */
  get(kind: Kind, path: string, headers?: Record<string, string>): Promise<Answer | null>
  /** Rejects after a failure, which is counted. */
  callAs(kind: Kind): Call
  token: string | null
  close(): void
}

export function createVisitor(origin: string, figures: Figures, number: number): Visitor {
  const url = new URL(origin)
  const from = `127.77.${Math.floor(number / ADDRESSES_OF_BLOCK) % ADDRESSES_OF_BLOCK}.${(number % ADDRESSES_OF_BLOCK) + 1}`
  const { request, Agent } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const address = LOOPBACK.has(url.hostname) ? { localAddress: from, family: 4 } : {}
  const ask = async (kind: Kind, path: string, options: http.RequestOptions, body?: string): Promise<Answer> => {
    const startedAt = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers = { 'user-agent': BROWSER, 'accept-encoding': 'br', ...options.headers }
    const asking = request(
      new URL(path, url),
      { ...options, ...address, agent, headers, timeout: TIMEOUT_MS },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    asking.on('timeout', () => asking.destroy(new Error(`no response in ${TIMEOUT_MS / 1_000} s`)))
    asking.on('error', reject)
    asking.end(body)
    const what = `${options.method ?? 'GET'} ${path.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{36}/g, ':id')}`
    try {
      const answer = await promise
      figures.bytes += answer.body.length
      if (answer.status < 200 || answer.status > 399) noteFailure(figures, kind, `${what}: ${answer.status}`)
      else figures.times[kind].push(performance.now() - startedAt)
      return answer
    } catch (error) {
      noteFailure(figures, kind, `${what}: ${(error as Error).message}`)
      throw error
    }
  }
  const visitor: Visitor = {
    token: null,
    async get(kind, path, headers = {}) {
      const answer = await ask(kind, path, { headers }).catch(() => null)
      return answer !== null && answer.status < 400 ? answer : null
    },
    callAs: (kind) =>
      createCall(
        async (path, { method, headers, body }) => {
          const plain = { ...(headers as Record<string, string>), 'accept-encoding': 'identity' }
          const answer = await ask(kind, path, { method: method ?? 'GET', headers: plain }, body as string | undefined)
          return { status: answer.status, json: JSON.parse(answer.body.toString()) as unknown }
        },
        () => visitor.token,
      ),
    close: () => agent.destroy(),
  }
  return visitor
}
