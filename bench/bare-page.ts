/** The baseline for the response times of pages: a minimal server with the complete, compressed response in memory. Not a
 * benchmark itself. */
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import { fastify } from 'fastify'
import type { BenchResult } from './measure.ts'

export const SAME_BYTES = 'bare Fastify, same bytes'

type Bare = { origin: string; close(): Promise<void> }

export async function serveBare(url: string): Promise<Bare> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const app = fastify()
  app.get('/*', async (request, reply) => {
    if (request.headers['accept-encoding'] !== 'br' || !type.startsWith('text/html'))
      return reply.type(type).send(bytes)
    return reply.type(type).header('content-encoding', 'br').send(compressed)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() }
}

export const rounded = (number: number): number => Math.round(number * 100) / 100

/** The goal is the promised multiple of the limit. */
export function promised(
  name: string,
  value: number,
  limit: number,
  promisedMs: number,
  limitName: string,
): BenchResult {
  return {
    name: `${name}, promised ${promisedMs} ms`,
    value: rounded(value),
    limit: rounded(limit),
    ratio: rounded(value / limit),
    unit: 'ms',
    limitName,
    goal: rounded(promisedMs / limit),
    isTime: true,
  }
}

export const percentile = (times: readonly number[], fraction: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * fraction) - 1] ?? Number.NaN
