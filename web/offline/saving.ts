/** Saves items for offline use: audio, images and the API responses their pages request go into a cache, with a list of
 * the items. Loaded when something is being saved, or was saved before. Responding from the cache is worker/. */
import { create } from 'zustand'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { requestFromWorker } from './installed.ts'
import {
  addressesOf,
  addressesToDrop,
  readSavedList,
  SAVED_CACHE,
  SAVED_MARK,
  type SavedItem,
  writeSavedList,
} from './saved-data.ts'

export type PendingSave = Pick<
  SavedItem,
  'path' | 'title' | 'byline' | 'artworkUrl' | 'sounds' | 'answers' | 'isPrivate'
> & {
  /** Responses that only the owner gets, by URL. */
  ownAnswers?: { address: string; data: unknown }[]
}

type SavedState = {
  /** Null until the cache has been read. */
  items: readonly SavedItem[] | null
  /** The progress of items being saved, 0..1, by path. */
  progress: Readonly<Record<string, number>>
}

export const useSaved = create<SavedState>()(() => ({ items: null, progress: {} }))

const CHANNEL = 'peal.saved'
const LOCK = 'peal.saved'
const stops = new Map<string, AbortController>()

export const canSave = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis
/** Only in a browser: on the server an open channel would keep the process alive. */
const channel = canSave() && 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null

/** Also called when another tab has changed it. */
async function readAgain(): Promise<void> {
  useSaved.setState({ items: await readSavedList() })
}
if (canSave()) {
  channel?.addEventListener('message', () => void readAgain())
  void readAgain()
}

/** Changes the list, in one tab at a time. */
async function change(work: (items: SavedItem[]) => SavedItem[]): Promise<void> {
  const run = async () => {
    const items = work(await readSavedList())
    await writeSavedList(items)
    useSaved.setState({ items })
    mark(items)
  }
  await ('locks' in navigator ? navigator.locks.request(LOCK, run) : run())
  channel?.postMessage('changed')
}

function mark(items: readonly SavedItem[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(SAVED_MARK)
    else localStorage.setItem(SAVED_MARK, items.some(({ isPrivate }) => isPrivate) ? 'private' : 'public')
  } catch {
    return
  }
}

/** Cached URLs are not fetched again, so that a retry continues where the first attempt stopped. */
export async function save({ ownAnswers = [], ...pendingSave }: PendingSave): Promise<void> {
  if (!canSave()) return showErrorToast(t('offline.unable'))
  if (stops.has(pendingSave.path)) return
  const stop = new AbortController()
  stops.set(pendingSave.path, stop)
  const item: SavedItem = { ...pendingSave, isComplete: false, bytes: 0, savedAt: new Date().toISOString() }
  try {
    show(item.path, 0)
    await change((items) => [item, ...items.filter(({ path }) => path !== item.path)])
    // Without persistent storage, browsers may delete data that has not been used for long.
    await navigator.storage?.persist?.().catch(() => false)
    const cache = await caches.open(SAVED_CACHE)
    for (const { address, data } of ownAnswers) await cache.put(address, answerOf(data))
    const bytes = await fetchAll(cache, item, stop.signal)
    if (
      !(await requestFromWorker({
        kind: 'keep-page',
        path: item.path,
        language: currentLanguage(),
        isPrivate: item.isPrivate,
      }))
    ) {
      throw new Error('The worker could not save the page')
    }
    stop.signal.throwIfAborted()
    await change((items) => items.map((one) => (one.path === item.path ? { ...item, bytes, isComplete: true } : one)))
    showToast(t('offline.savedNow', { title: item.title }))
  } catch (error) {
    if (!stop.signal.aborted) showErrorToast(messageOf(error, item.title))
  } finally {
    stops.delete(item.path)
    show(item.path, null)
  }
}

function messageOf(error: unknown, title: string): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  return isFull ? t('offline.noRoom', { title }) : t('offline.saveFailed', { title })
}

const answerOf = (data: unknown) =>
  new Response(JSON.stringify({ success: true, data }), { headers: { 'content-type': 'application/json' } })

/** Audio files are by far the largest, so they determine the progress. Returns the number of bytes saved. */
async function fetchAll(cache: Cache, item: SavedItem, signal: AbortSignal): Promise<number> {
  const sounds = new Set(item.sounds.map(({ audioUrl }) => audioUrl))
  let [done, bytes] = [0, 0]
  for (const address of addressesOf(item)) {
    signal.throwIfAborted()
    const saved = await cache.match(address)
    if (saved) bytes += Number(saved.headers.get('content-length') ?? 0)
    else if (sounds.has(address)) {
      bytes += await fetchAudio(cache, address, signal, (part) => show(item.path, (done + part) / sounds.size))
    } else bytes += await fetchSmall(cache, address, signal)
    if (sounds.has(address)) show(item.path, ++done / sounds.size)
  }
  return bytes
}

async function fetchAudio(
  cache: Cache,
  address: string,
  signal: AbortSignal,
  tell: (part: number) => void,
): Promise<number> {
  const response = await fetch(address, { credentials: 'omit', signal })
  if (response.status !== 200 || response.body === null) throw new Error(`${address} responded with ${response.status}`)
  const whole = Number(response.headers.get('content-length') ?? 0)
  let come = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      come += chunk.length
      if (whole > 0) tell(Math.min(1, come / whole))
      controller.enqueue(chunk)
    },
  })
  const headers = {
    'content-type': response.headers.get('content-type') ?? 'audio/mpeg',
    'content-length': String(whole),
  }
  await cache.put(address, new Response(response.body.pipeThrough(counting), { headers }))
  return come
}

/** Images and responses are optional: a missing one does not stop the rest. */
async function fetchSmall(cache: Cache, address: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(address, { credentials: 'omit', signal })
  if (response.status !== 200) return 0
  const blob = await response.blob()
  const headers = { 'content-type': response.headers.get('content-type') ?? '', 'content-length': String(blob.size) }
  await cache.put(address, new Response(blob, { headers }))
  return blob.size
}

export function stopSaving(path: string): void {
  stops.get(path)?.abort()
}

export async function removeSaved(paths: readonly string[]): Promise<void> {
  const going = new Set(paths)
  paths.forEach(stopSaving)
  let dropped: string[] = []
  await change((items) => {
    const staying = items.filter(({ path }) => !going.has(path))
    dropped = items.filter(({ path }) => going.has(path)).flatMap((item) => addressesToDrop(item, staying))
    return staying
  })
  const cache = await caches.open(SAVED_CACHE)
  for (const address of dropped) await cache.delete(address)
  for (const path of paths) await requestFromWorker({ kind: 'forget-page', path })
}

/** Removes the items only their owner may see, and what the worker has cached of the pages that were seen. Resolves with whether
 * the worker did it. */
export async function removePrivate(): Promise<boolean> {
  const isDone = requestFromWorker({ kind: 'forget-visits' })
  const paths = (await readSavedList()).flatMap(({ path, isPrivate }) => (isPrivate ? path : []))
  if (paths.length > 0) {
    await removeSaved(paths)
    showToast(t('offline.privateGone'))
  }
  return isDone
}

/** Content its artist has withdrawn is removed from this device too, once the server reports it. */
export async function dropWithdrawn(): Promise<void> {
  const items = (await readSavedList()).filter(({ isPrivate, isComplete }) => !isPrivate && isComplete)
  const gone: string[] = []
  for (const { path, answers } of items) {
    const [first] = answers
    if (first === undefined) continue
    const status = await fetch(first, { credentials: 'omit' }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 404 || status === 410) gone.push(path)
  }
  if (gone.length > 0) await removeSaved(gone)
}

function show(path: string, part: number | null): void {
  const { [path]: _before, ...others } = useSaved.getState().progress
  useSaved.setState({ progress: part === null ? others : { ...others, [path]: part } })
}

/** The state of one item, as its button shows it. */
export type SaveStep = { kind: 'none' } | { kind: 'saving'; part: number } | { kind: 'partly' } | { kind: 'saved' }

export function watchSaved(path: string, tell: (step: SaveStep) => void): () => void {
  const note = ({ items, progress }: SavedState) => {
    const part = progress[path]
    const item = items?.find((one) => one.path === path)
    if (part !== undefined) tell({ kind: 'saving', part })
    else tell({ kind: item === undefined ? 'none' : item.isComplete ? 'saved' : 'partly' })
  }
  note(useSaved.getState())
  return useSaved.subscribe(note)
}
