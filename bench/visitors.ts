/** Visitors and listeners for benchmarks: a separate process, so that they take no time of the server's thread. It
 * measures from request to complete response. Not a benchmark: controlled by its command line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

/** The URLs that one visitor requests, one after another, after `warmUpCount` requests of each. */
type Asking = { kind: 'asking'; urls: string[]; warmUpCount: number }
/** `listeners` clients stream `url` at playback speed, while others start each URL of `beginning` in turn. */
type Listening = { kind: 'listening'; url: string; listeners: number; beginning: string[]; starts: number }

/** One visitor for each URL, each with a new connection. They arrive evenly within this time, whether or not others wait. */
type Rushing = { kind: 'rushing'; urls: string[]; withinMs: number }
type Task = Asking | Listening | Rushing

/** Times in ms, in the order of the requests. */
export async function sendVisitors(task: Task): Promise<number[]> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(task))
  const [said] = await Promise.all([readAll(child.stdout), once(child, 'exit')])
  return JSON.parse(said) as number[]
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

/** As a browser does: one connection to each server, compressed responses, and each request after the previous
 * response. */
async function ask({ urls, warmUpCount }: Asking): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const [index, url] of urls.entries()) {
    const startedAt = performance.now()
    const response = await open(url, { 'accept-encoding': 'br' }, agent)
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
    if (index >= warmUpCount) times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return times
}

async function rush({ urls, withinMs }: Rushing): Promise<number[]> {
  return Promise.all(
    urls.map(async (url, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * withinMs) / urls.length))
      const startedAt = performance.now()
      const response = await open(url, { 'accept-encoding': 'br' }, new Agent({ keepAlive: false }))
      response.resume()
      await once(response, 'end')
      if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
      return performance.now() - startedAt
    }),
  )
}

/** A second of audio, after which a player starts. */
const FIRST_BYTES = 16 * 1024
const BYTES_A_SECOND = 16 * 1024
const PAUSE_MS = 5

async function listen({ url, listeners, beginning, starts }: Listening): Promise<number[]> {
  const all = await Promise.all(Array.from({ length: listeners }, () => hear(url)))
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const one = await hear(beginning[start % beginning.length]!)
    times.push(one.begunAfterMs)
    one.stop()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  for (const one of all) one.stop()
  return times
}

type Hearing = { begunAfterMs: number; stop(): void }

/** A separate player with its own connection. Resolves when it has enough to start, and reads on at playback speed. */
async function hear(url: string): Promise<Hearing> {
  const startedAt = performance.now()
  const response = await open(url, { range: 'bytes=0-' }, new Agent({ keepAlive: false }))
  if (response.statusCode !== 206) throw new Error(`${url}: ${response.statusCode}`)
  const begun = Promise.withResolvers<number>()
  let received = 0
  let timer: NodeJS.Timeout | undefined
  response.on('data', (bytes: Buffer) => {
    received += bytes.length
    if (received < FIRST_BYTES) return
    begun.resolve(performance.now() - startedAt)
    response.pause()
    timer = setTimeout(() => response.resume(), (bytes.length / BYTES_A_SECOND) * 1_000)
  })
  response.on('error', begun.reject)
  const stop = () => {
    clearTimeout(timer)
    response.removeAllListeners('error').on('error', () => undefined)
    response.destroy()
  }
  return { begunAfterMs: await begun.promise, stop }
}

function open(url: string, headers: Record<string, string>, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { headers, agent }, resolve).on('error', reject))
}

function carryOut(task: Task): Promise<number[]> {
  if (task.kind === 'asking') return ask(task)
  return task.kind === 'rushing' ? rush(task) : listen(task)
}

if (import.meta.main) {
  console.log(JSON.stringify(await carryOut(JSON.parse(await readAll(process.stdin)) as Task)))
  process.exit(0)
}
