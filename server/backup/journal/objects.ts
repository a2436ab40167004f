/** The objects of a journal, each encrypted with the secret of the installation and never changed: a batch of lines, which
 * names the batch before it by its sha256, or an outgoing payment that was about to be sent. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Place } from '#server/backup/place.ts'
import { createSeal } from '#server/platform/secrets/seal.ts'

const FOLDER = 'journal/'
/** The number of batches per folder, so that a listing stays short. Payments are in the same folders. */
const FOLDER_BATCHES = 1_000
const DIGITS = 12

const Line = z.object({ id: z.string(), body: z.string() })
const Batch = z.object({ chain: z.string(), number: z.int(), previous: z.string(), lines: z.array(Line) })
export type JournalLine = z.infer<typeof Line>
export type Batch = z.infer<typeof Batch>
export type StoredBatch = Batch & { digest: string }

export type Journal = {
  title: string
  isEmpty(): Promise<boolean>
  /** Null when there is no such batch. Throws JournalUnreadable when it is damaged or of another installation. */
  readBatch(chain: string, number: number): Promise<StoredBatch | null>
  /** Resolves with its digest once it is stored. */
  writeBatch(batch: Batch): Promise<string>
  /** The numbers of all batches after this one, and the keys of the payments sent since then, in order. */
  listAfter(chain: string, position: number): Promise<{ numbers: number[]; sends: string[] }>
  /** Resolves once it is stored. Writing the same payment again changes nothing. */
  writeSend(chain: string, position: number, paymentHash: string, text: string): Promise<void>
  readSend(key: string): Promise<string>
}

/** An object is torn, was altered, or belongs to another installation. */
export class JournalUnreadable extends Error {
  override name = 'JournalUnreadable'
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

export function openJournalAt(place: Place, secret: string): Journal {
  const seal = createSeal([secret], 'peal journal')
  const exists = async (key: string) => {
    for await (const found of place.list(key)) if (found.key === key) return true
    return false
  }
  const read = async (key: string) => {
    const text = seal.open(await buffer(place.read(key)))
    if (text !== null) return text
    throw new JournalUnreadable(
      `${key} in ${place.title} is incomplete, was altered, or was written with another SECRET`,
    )
  }
  return {
    title: place.title,
    async isEmpty() {
      for await (const _ of place.list(FOLDER)) return false
      return true
    },
    async readBatch(chain, number) {
      const key = batchKey(chain, number)
      if (!(await exists(key))) return null
      const text = await read(key)
      const batch = Batch.parse(JSON.parse(text))
      if (batch.chain === chain && batch.number === number) return { ...batch, digest: digestOf(text) }
      throw new JournalUnreadable(`${key} in ${place.title} is another object of a journal`)
    },
    async writeBatch(batch) {
      const text = JSON.stringify(batch)
      await place.write(batchKey(batch.chain, batch.number), seal.close(text))
      return digestOf(text)
    },
    async listAfter(chain, position) {
      const numbers: number[] = []
      const sends: string[] = []
      for (let folder = folderOf(position + 1); ; folder++) {
        const found = []
        for await (const { key } of place.list(folderKey(chain, folder))) found.push(key)
        if (found.length === 0) break
        for (const key of found.sort()) {
          const name = key.slice(key.lastIndexOf('/') + 1)
          if (name.startsWith('send-')) sends.push(key)
          else if (Number(name) > position) numbers.push(Number(name))
        }
      }
      return { numbers, sends }
    },
    async writeSend(chain, position, paymentHash, text) {
      const key = `${folderKey(chain, folderOf(position + 1))}send-${paymentHash}`
      if (!(await exists(key))) await place.write(key, seal.close(text))
    },
    readSend: read,
  }
}

const folderOf = (number: number) => Math.floor(number / FOLDER_BATCHES)
const padded = (number: number) => String(number).padStart(DIGITS, '0')
const folderKey = (chain: string, folder: number) => `${FOLDER}${chain}/${padded(folder)}/`
const batchKey = (chain: string, number: number) => `${folderKey(chain, folderOf(number))}${padded(number)}`
