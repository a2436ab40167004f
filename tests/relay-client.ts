/** A relay client for tests: sends the given messages and records every response. */
import { WebSocket } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'

export type RelayMessage = [type: string, ...rest: unknown[]]
export type RelayClient = {
  answers: RelayMessage[]
  socket: WebSocket
  say(...message: unknown[]): void
  /** Resolves with the first matching message, received before or later; each message is returned once. */
  hear(fits: (answer: RelayMessage) => boolean): Promise<RelayMessage>
  /** Sends an event and returns the relay's response to it. */
  publish(event: NostrEvent): Promise<{ isAccepted: boolean; words: string }>
  /** All stored events that match, until EOSE; then closes the subscription. */
  list(...filters: object[]): Promise<NostrEvent[]>
  /** The challenge of this connection. */
  challenge(): Promise<string>
  close(): void
}

const TIMEOUT_MS = 30_000
let count = 0

export async function connectRelay(origin: string, headers: Record<string, string> = {}): Promise<RelayClient> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/relay`, { headers })
  const answers: RelayMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    answers.push(JSON.parse(data.toString('utf8')) as RelayMessage)
    for (const wake of waiting) wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => reject(new Error(`Refused with ${response.statusCode}`)))
  })
  socket.on('error', () => undefined)

  function hear(fits: (answer: RelayMessage) => boolean): Promise<RelayMessage> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`Not received: ${fits}; received ${JSON.stringify(answers).slice(0, 1_000)}`))
      }, TIMEOUT_MS)
      const look = () => {
        const at = answers.findIndex(fits)
        if (at < 0) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve(answers.splice(at, 1)[0]!)
      }
      waiting.add(look)
      look()
    })
  }

  const say = (...message: unknown[]) => socket.send(JSON.stringify(message))
  return {
    answers,
    socket,
    say,
    hear,
    async publish(event) {
      say('EVENT', event)
      const [, , isAccepted, words] = await hear(([type, id]) => type === 'OK' && id === event.id)
      return { isAccepted: isAccepted as boolean, words: String(words) }
    },
    async list(...filters) {
      const name = `list-${++count}`
      say('REQ', name, ...filters)
      const [ended, , words] = await hear(([type, id]) => (type === 'EOSE' || type === 'CLOSED') && id === name)
      if (ended === 'CLOSED') throw new Error(String(words))
      say('CLOSE', name)
      const found: NostrEvent[] = []
      for (let at = 0; at < answers.length;) {
        if (answers[at]![0] === 'EVENT' && answers[at]![1] === name)
          found.push(answers.splice(at, 1)[0]![2] as NostrEvent)
        else at += 1
      }
      return found
    },
    async challenge() {
      return String((await hear(([type]) => type === 'AUTH'))[1])
    },
    close: () => socket.close(),
  }
}
