/** The chosen cover of a form, kept as what is typed is (drafts.ts): its draft is the name under which IndexedDB has the file.
 * Without IndexedDB the file lasts as long as the page. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useDraft } from '#web/session/drafts.ts'

/** Deleted when the user logs out (delete-stored.ts). */
const DATABASE = 'peal.covers'
const STORE = 'files'
/** Older ones are of tabs that were closed. */
const OLDEST_MS = 7 * 86_400_000

/** Files of this page, by their names, which begin with the time. */
const files = new Map<string, File>()

export type KeptFile = {
  /** Also null until it has been read. */
  file: File | null
  isChanged: boolean
  change: (file: File | null) => void
  reset: () => void
  read: () => Promise<File | null>
}

export function useKeptFile(draft: string): KeptFile {
  const { value: name, isChanged, change, reset } = useDraft<string | null>(draft, null)
  const [, setFound] = useState<File>()
  const take = useEffectEvent((found: File | null) => (found ? setFound(found) : reset()))
  useEffect(() => {
    if (name !== null && !files.has(name)) void readFile(name).then((found) => take(found))
  }, [name])
  const drop = () => {
    if (name !== null) deleteFile(name)
    reset()
  }
  return {
    file: (name !== null && files.get(name)) || null,
    isChanged,
    change: (file) => {
      drop()
      if (file) change(saveFile(file))
    },
    reset: drop,
    read: async () => (name === null ? null : readFile(name)),
  }
}

function saveFile(file: File): string {
  const now = Date.now()
  const name = `${now} ${Math.random()}`
  files.set(name, file)
  inStore((store) => {
    store.delete(IDBKeyRange.upperBound(String(now - OLDEST_MS)))
    return store.put(file, name)
  }).catch(() => undefined)
  return name
}

async function readFile(name: string): Promise<File | null> {
  const known = files.get(name)
  if (known) return known
  const found = await inStore((store) => store.get(name)).catch(() => undefined)
  if (!(found instanceof File)) return null
  files.set(name, found)
  return found
}

function deleteFile(name: string): void {
  files.delete(name)
  inStore((store) => store.delete(name)).catch(() => undefined)
}

/** The connection ends with its transaction, so that the database can be deleted at any time. Undefined when it fails. */
function inStore(work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => resolve(undefined)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(STORE, 'readwrite')
      const asked = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => resolve(undefined)
      database.close()
    }
  })
}
