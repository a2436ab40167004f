/** The worker's caches: the app of this build, the pages visited with it, and images. Old ones are deleted when a new
 * build takes over. Saved items are in a separate cache that no build touches (../saved-data.ts). */
import { addressIn, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readSavedList, SAVED_CACHE, type SavedItem } from '#web/offline/saved-data.ts'
import { filesFor, filesIn, languageOf, offlinePath, plainPath, toEvict } from './rules.ts'
import { scope, type Build } from './scope.ts'

const build: Build = scope.PEAL_BUILD ?? { id: 'development', files: [], folders: {} }

export const isDevelopment = scope.PEAL_BUILD === undefined
export const APP = `peal-app-${build.id}`
export const PAGES = `peal-pages-${build.id}`
export const IMAGES = 'peal-pictures-1'

const PAGES_MAX = 60
const PICTURES_MAX = 400
const AT_ONCE = 4

/** Caches the offline page in the user's language, with all its
 * files. The pages of saved items are cached again for this build. */
export async function prepareBuild(): Promise<void> {
  const language = await languageHere()
  await cachePage(offlinePath(language), APP)
  const saved = await readSavedList()
  if (saved.length === 0) return
  await cacheFiles(filesFor(build, language))
  for (const item of saved) await cacheSavedPage(item, language).catch(() => undefined)
}

async function languageHere(): Promise<Language> {
  const [client] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return client === undefined ? PLAIN_LANGUAGE : languageOf(new URL(client.url).pathname)
}

/** Caches a page for offline use, and the app it needs. */
export async function cacheForLater(item: Pick<SavedItem, 'path' | 'isPrivate'>, language: Language): Promise<void> {
  await cacheSavedPage(item, language)
  await cachePage(offlinePath(language), APP)
  await cacheFiles(filesFor(build, language))
}

/** Visitors get a 404 for a private page. That 404 page is cached: the app
 * in it requests the data as the owner, and is served from the cache. */
function cacheSavedPage({ path, isPrivate }: Pick<SavedItem, 'path' | 'isPrivate'>, language: Language): Promise<void> {
  return cachePage(addressIn(path, language), PAGES, isPrivate ? [200, 404] : [200])
}

async function cachePage(path: string, store: string, statuses: readonly number[] = [200]): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-cache', credentials: 'omit' })
  if (!statuses.includes(response.status)) throw new Error(`${path} responded with ${response.status}`)
  const cache = await caches.open(store)
  await cache.put(path, response.clone())
  await cacheFiles(filesIn(await response.text()))
}

async function cacheFiles(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(APP)
  const missing: string[] = []
  for (const address of addresses) if (!(await cache.match(address))) missing.push(address)
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    // One missing file must not prevent the others.
    await Promise.allSettled(missing.slice(from, from + AT_ONCE).map((address) => cache.add(address)))
  }
}

/** Includes caches of older builds. */
export async function dropOldStores(): Promise<void> {
  const current = new Set([APP, PAGES, IMAGES, SAVED_CACHE])
  const old = (await caches.keys()).filter((name) => name.startsWith('peal-') && !current.has(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Caches a visited page and removes the oldest ones; saved ones stay. */
export async function putPage(address: string, response: Response): Promise<void> {
  const cache = await caches.open(PAGES)
  await cache.delete(address)
  await cache.put(address, response)
  await evictUnsaved(PAGES_MAX, cache)
}

/** Pages and pictures that were seen, except those of saved items. */
export async function deleteVisits(): Promise<void> {
  await evictUnsaved(0, await caches.open(PAGES))
  await caches.delete(IMAGES)
}

async function evictUnsaved(most: number, cache: Cache): Promise<void> {
  const saved = new Set((await readSavedList()).map(({ path }) => path))
  const isSaved = (known: string) => saved.has(plainPath(new URL(known, scope.location.origin).pathname))
  await evict(cache, most, isSaved)
}

export async function putImage(address: string, response: Response): Promise<void> {
  const cache = await caches.open(IMAGES)
  await cache.put(address, response)
  await evict(cache, PICTURES_MAX, () => false)
}

async function evict(cache: Cache, most: number, isPinned: (address: string) => boolean): Promise<void> {
  const addresses = (await cache.keys()).map(({ url }) => url)
  for (const address of toEvict(addresses, most, isPinned)) await cache.delete(address)
}

/** Removes a page that is no longer saved, in every language. */
export async function deletePage(path: string): Promise<void> {
  const cache = await caches.open(PAGES)
  for (const { url } of await cache.keys()) {
    if (plainPath(new URL(url).pathname) === path) await cache.delete(url)
  }
}
