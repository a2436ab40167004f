/** COPY out of and into a table, as streams over one connection. What is copied is in server/backup. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** What node-postgres calls on a query, and the parts of its connection that are used here. */
type Wire = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}
type Completed = { text: string }

/** Each row arrives as a message of its own; larger pieces spare the streams behind it work. */
const PIECE_BYTES = 64 * 1024

/** `text` is a statement COPY … TO STDOUT. `rows` is known at the end of the stream. */
export function copyOut(client: pg.Client, text: string): Readable & { rows: number } {
  let wire: Wire | undefined
  let rows: Buffer[] = []
  let bytes = 0
  const stream = Object.assign(new Readable({ read: () => void wire?.stream.resume() }), { rows: 0 })
  const flush = () => {
    if (bytes > 0 && !stream.push(Buffer.concat(rows))) wire?.stream.pause()
    ;[rows, bytes] = [[], 0]
  }
  client.query({
    submit(connection: unknown) {
      wire = connection as Wire
      wire.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy, because the parser uses its buffer again.
      rows.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes >= PIECE_BYTES) flush()
    },
    handleCommandComplete: (completed: Completed) => (stream.rows = rowsOf(completed)),
    handleReadyForQuery() {
      flush()
      stream.push(null)
    },
    handleError: (error: Error) => stream.destroy(error),
  })
  return stream
}

/** `text` is a statement COPY … FROM STDIN. Returns the number of rows. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    client.query({
      submit: (connection: unknown) => (connection as Wire).query(text),
      handleCopyInResponse: (connection: unknown) => void send(connection as Wire, source),
      handleCommandComplete: (completed: Completed) => (rows = rowsOf(completed)),
      handleReadyForQuery: () => resolve(rows),
      handleError: reject,
    })
  })
}

/** A failure of the source becomes an error of the statement. */
async function send(wire: Wire, source: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of source) {
      wire.sendCopyFromChunk(chunk)
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), once(wire.stream, 'close')])
    }
    wire.endCopyFrom()
  } catch (error) {
    wire.sendCopyFail((error as Error).message)
  }
}

/** `COPY 12`. */
const rowsOf = ({ text }: Completed) => Number(text.split(' ')[1])
