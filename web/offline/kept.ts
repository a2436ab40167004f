/** What both the pages and the worker must know of what is kept in this browser: the names of its stores, and the list of
 * what was saved. Neither saves (saving.ts) nor answers requests (worker/). */

import type { Language } from '#contract/languages.ts'

/** Sounds, pictures and answers of what was saved, and the list itself. It outlives builds. */
export const SAVED_CACHE = 'peal-saved-1'
/** Where the list stands in it. No such address is ever asked for. */
export const SAVED_LIST = '/offline/saved.json'
/** Set while anything is saved, so that pages need not look further when nothing is. */
export const SAVED_MARK = 'peal.saved'

/** Whether anything is saved, without looking at it. */
export function readMark(): string | null {
  try {
    return localStorage.getItem(SAVED_MARK)
  } catch {
    return null
  }
}

export type SavedSound = {
  id: string
  title: string
  artist: string
  artworkUrl: string | null
  audioUrl: string
  durationSeconds: number
  contentType: 'track' | 'episode'
  contentHref: string
  parentContentHref: string
}

export type SavedItem = {
  /** Of its page, without language: what it is known by. */
  path: string
  title: string
  byline: string | null
  artworkUrl: string | null
  sounds: SavedSound[]
  /** Addresses of answers that its page asks for. */
  answers: string[]
  /** Only its owner may see it, so it goes when they sign out. */
  isPrivate: boolean
  /** All of it is here. */
  isComplete: boolean
  bytes: number
  savedAt: string
}

/** What a page asks of the worker, and what comes back through the port that goes with it. */
export type Ask =
  | { kind: 'keep-page'; path: string; language: Language; isPrivate: boolean }
  | { kind: 'forget-page'; path: string }
export type Answer = { isDone: boolean }

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

/** A picture in the sizes that pages ask for. */
export function picturesOf(artworkUrl: string | null): string[] {
  if (artworkUrl === null) return []
  const [, stem, version = ''] = /^([^?#]+)\.jpg(\?[^#]*)?$/.exec(artworkUrl) ?? []
  return stem === undefined ? [artworkUrl] : WIDTHS_PX.map((px) => `${stem}-${px}.webp${version}`)
}

/** Every address that must be kept for an item, but its page. */
export function addressesOf({ sounds, answers, artworkUrl }: SavedItem): string[] {
  const pictures = [artworkUrl, ...sounds.map((sound) => sound.artworkUrl)].flatMap(picturesOf)
  return [...new Set([...sounds.map(({ audioUrl }) => audioUrl), ...pictures, ...answers])]
}

/** What nothing else needs once these are gone. */
export function addressesToDrop(going: SavedItem, staying: readonly SavedItem[]): string[] {
  const needed = new Set(staying.flatMap(addressesOf))
  return addressesOf(going).filter((address) => !needed.has(address))
}
