/** The worker's stores: the app of this build, the pages seen with it, pictures. Old builds go when a new one takes over.
 * What people saved stands in a store of its own that no build touches (../kept.ts). */
import { addressIn, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readSavedList, SAVED_CACHE, type SavedItem } from '../kept.ts'
import { filesFor, filesIn, languageOf, offlinePath, plainPath, toEvict } from './rules.ts'
import { scope, type Build } from './scope.ts'

const build: Build = scope.PEAL_BUILD ?? { id: 'development', files: [], folders: {} }

export const isDevelopment = scope.PEAL_BUILD === undefined
export const APP = `peal-app-${build.id}`
export const PAGES = `peal-pages-${build.id}`
export const PICTURES = 'peal-pictures-1'

const PAGES_MAX = 60
const PICTURES_MAX = 400
const AT_ONCE = 4

/** The page that is shown without a server, in the language of whoever is here, with all that it is made of. What was
 * saved gets its pages as this build writes them. */
export async function prepareBuild(): Promise<void> {
  const language = await languageHere()
  await keepPage(offlinePath(language), APP)
  const saved = await readSavedList()
  if (saved.length === 0) return
  await keepFiles(filesFor(build, language))
  for (const item of saved) await keepSavedPage(item, language).catch(() => undefined)
}

async function languageHere(): Promise<Language> {
  const [client] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return client === undefined ? PLAIN_LANGUAGE : languageOf(new URL(client.url).pathname)
}

/** A page to be seen without a server, and the app that it needs. */
export async function keepForLater(item: Pick<SavedItem, 'path' | 'isPrivate'>, language: Language): Promise<void> {
  await keepSavedPage(item, language)
  await keepPage(offlinePath(language), APP)
  await keepFiles(filesFor(build, language))
}

/** To visitors a private page is not there. The one that says so is kept: in it the app asks again as its owner, and is
 * answered with what was saved. */
function keepSavedPage({ path, isPrivate }: Pick<SavedItem, 'path' | 'isPrivate'>, language: Language): Promise<void> {
  return keepPage(addressIn(path, language), PAGES, isPrivate ? [200, 404] : [200])
}

async function keepPage(path: string, store: string, statuses: readonly number[] = [200]): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-cache', credentials: 'omit' })
  if (!statuses.includes(response.status)) throw new Error(`${path} answered ${response.status}`)
  const cache = await caches.open(store)
  await cache.put(path, response.clone())
  await keepFiles(filesIn(await response.text()))
}

async function keepFiles(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(APP)
  const missing: string[] = []
  for (const address of addresses) if (!(await cache.match(address))) missing.push(address)
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    // One that is not to be had must not keep the others out.
    await Promise.allSettled(missing.slice(from, from + AT_ONCE).map((address) => cache.add(address)))
  }
}

/** Also what other builds left. */
export async function dropOldStores(): Promise<void> {
  const current = new Set([APP, PAGES, PICTURES, SAVED_CACHE])
  const old = (await caches.keys()).filter((name) => name.startsWith('peal-') && !current.has(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Keeps a page that was seen, and lets go of those that were seen longest ago; saved ones stay. */
export async function putPage(address: string, response: Response): Promise<void> {
  const cache = await caches.open(PAGES)
  await cache.delete(address)
  await cache.put(address, response)
  const saved = new Set((await readSavedList()).map(({ path }) => path))
  const isSaved = (known: string) => saved.has(plainPath(new URL(known, scope.location.origin).pathname))
  await evict(cache, PAGES_MAX, isSaved)
}

export async function putPicture(address: string, response: Response): Promise<void> {
  const cache = await caches.open(PICTURES)
  await cache.put(address, response)
  await evict(cache, PICTURES_MAX, () => false)
}

async function evict(cache: Cache, most: number, isPinned: (address: string) => boolean): Promise<void> {
  const addresses = (await cache.keys()).map(({ url }) => url)
  for (const address of toEvict(addresses, most, isPinned)) await cache.delete(address)
}

/** A page that is no longer saved may go, in every language. */
export async function forgetPage(path: string): Promise<void> {
  const cache = await caches.open(PAGES)
  for (const { url } of await cache.keys()) {
    if (plainPath(new URL(url).pathname) === path) await cache.delete(url)
  }
}
