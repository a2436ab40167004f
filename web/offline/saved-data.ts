/** What pages and the worker share about offline storage: the names of the caches, and the list of saved items.
 * Saving is saving.ts; responding to requests is worker/. */
import type { Language } from '#contract/languages.ts'
import type { Playable } from '#web/player/state/queue.ts'

/** Audio, images and responses of saved items, and the list itself. It survives new builds. */
export const SAVED_CACHE = 'peal-saved-1'
/** The cache key of the list. This URL is never requested. */
export const SAVED_LIST = '/offline/saved.json'
/** Set while anything is saved, so that pages can skip opening the cache when nothing is. */
export const SAVED_MARK = 'peal.saved'

/** Whether anything is saved, without opening the cache. */
export function readMark(): string | null {
  try {
    return localStorage.getItem(SAVED_MARK)
  } catch {
    return null
  }
}

type Kept = 'id' | 'title' | 'artist' | 'artworkUrl' | 'audioUrl' | 'durationSeconds'
export type SavedAudio = Pick<Playable, Kept | 'contentType' | 'contentHref' | 'parentContentHref'>

export type SavedItem = {
  /** The path of its page without the language; the item's key. */
  path: string
  title: string
  byline: string | null
  artworkUrl: string | null
  sounds: SavedAudio[]
  /** The URLs of API responses its page requests. */
  answers: string[]
  /** Visible to its owner only, so it is removed at sign-out. */
  isPrivate: boolean
  /** Everything has been saved. */
  isComplete: boolean
  bytes: number
  savedAt: string
}

/** A request from a page to the worker, and the response sent through the transferred port. */
export type WorkerRequest =
  | { kind: 'keep-page'; path: string; language: Language; isPrivate: boolean }
  | { kind: 'forget-page'; path: string }
  | { kind: 'forget-visits' }
export type WorkerResponse = { isDone: boolean }

export async function readSavedList(): Promise<SavedItem[]> {
  const found = await caches.open(SAVED_CACHE).then((cache) => cache.match(SAVED_LIST))
  const items: unknown = await found?.json().catch(() => null)
  return Array.isArray(items) ? (items as SavedItem[]) : []
}

export async function writeSavedList(items: readonly SavedItem[]): Promise<void> {
  const cache = await caches.open(SAVED_CACHE)
  const headers = { 'content-type': 'application/json' }
  await cache.put(SAVED_LIST, new Response(JSON.stringify(items), { headers }))
}

const WIDTHS_PX = [96, 320, 640]

/** The URLs of an image in all sizes that pages request. */
export function imagesOf(artworkUrl: string | null): string[] {
  if (artworkUrl === null) return []
  const [, stem, version = ''] = /^([^?#]+)\.jpg(\?[^#]*)?$/.exec(artworkUrl) ?? []
  return stem === undefined ? [artworkUrl] : WIDTHS_PX.map((px) => `${stem}-${px}.webp${version}`)
}

/** Every URL that must be cached for an item, except its page. */
export function addressesOf({ sounds, answers, artworkUrl }: SavedItem): string[] {
  const pictures = [artworkUrl, ...sounds.map((sound) => sound.artworkUrl)].flatMap(imagesOf)
  return [...new Set([...sounds.map(({ audioUrl }) => audioUrl), ...pictures, ...answers])]
}

/** The URLs that no other item needs. */
export function addressesToDrop(going: SavedItem, staying: readonly SavedItem[]): string[] {
  const needed = new Set(staying.flatMap(addressesOf))
  return addressesOf(going).filter((address) => !needed.has(address))
}
