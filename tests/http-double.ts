/** An HTTP server that responds as a test says, correctly or not, and records its requests. For interfaces of
 * programs that are not available here; each response in a test names its source. */
import http from 'node:http'
import { listenLocally } from './node-doubles/listen.ts'

export type ReceivedRequest = { method: string; path: string; body: string; headers: http.IncomingHttpHeaders }

/** A complete response, or a connection fault. */
export type CannedResponse =
  | { status?: number; json: unknown }
  | { status?: number; text: string | Buffer; headers?: Record<string, string> }
  | { goes: 'cut' | 'silent' | 'half' | 'endless' | 'slow' }

export type HttpDouble = {
  readonly url: string
  readonly asked: ReceivedRequest[]
  /** Sets the response from now on. */
  answerWith(answer: (asked: ReceivedRequest) => CannedResponse): void
  [Symbol.asyncDispose](): Promise<void>
}

const CHUNK = 'x'.repeat(65_536)

export async function startHttpDouble(): Promise<HttpDouble> {
  let answer: (asked: ReceivedRequest) => CannedResponse = () => ({ status: 404, text: '' })
  const asked: ReceivedRequest[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const one = { method: request.method!, path: request.url!, body, headers: request.headers }
      asked.push(one)
      give(response, answer(one))
    })
  })
  const { url, stop } = await listenLocally(server)
  return { url, asked, answerWith: (next) => (answer = next), [Symbol.asyncDispose]: stop }
}

function give(response: http.ServerResponse, answer: CannedResponse): void {
  if ('json' in answer) {
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(`${JSON.stringify(answer.json)}\n`)
  } else if ('text' in answer) {
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/plain', ...answer.headers })
    response.end(answer.text)
  } else if (answer.goes === 'cut') {
    response.destroy()
  } else if (answer.goes === 'half') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"result":{"payment_hash":"')
    setTimeout(() => response.destroy(), 20)
  } else if (answer.goes === 'endless') {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(CHUNK));
    }
    response.on('drain', more)
    more()
  } else if (answer.goes === 'slow') {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(timer))
  }
}
