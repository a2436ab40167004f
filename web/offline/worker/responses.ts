/** Responds to requests according to the rules: from the network, from a cache, or from both. It never caches responses of /v1;
 * a page has stored the saved ones when the user saved content. */
import { SAVED_CACHE } from '#web/offline/saved-data.ts'
import { respondWithRange } from './ranges.ts'
import { languageOf, offlinePath, savedStreamOf } from './rules.ts'
import { scope, type FetchEvent } from './scope.ts'
import { APP, PAGES, putPage, putImage } from './stores.ts'

/** When the network takes longer than this, a cached response is used if there is one. */
const TIMEOUT_MS = 4_000
/** A proxy may still respond when the server is down. */
const SERVER_DOWN = [502, 503, 504]

export async function respondToPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const network = fetch(request).then((response) => {
    const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
    if (isWhole) event.waitUntil(putPage(request.url, response.clone()).catch(() => undefined))
    return response
  })
  const saved = async () => (await findPage(request.url)) ?? null
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null))
  try {
    const response = await Promise.race([network, late])
    if (response !== null && !SERVER_DOWN.includes(response.status)) return response
    return (await saved()) ?? (await network)
  } catch {
    return (await saved()) ?? showOffline(request.url)
  }
}

/** The page as cached with this build; if there is no exact match, the query is ignored. */
async function findPage(address: string): Promise<Response | undefined> {
  const pages = await caches.open(PAGES)
  const found = (await pages.match(address)) ?? (await pages.match(address, { ignoreSearch: true }))
  if (found) return found
  const app = await caches.open(APP)
  return app.match(address, { ignoreSearch: true })
}

/** A redirect, so that the app knows which page it is on. */
function showOffline(address: string): Response {
  const { pathname, search } = new URL(address)
  const path = offlinePath(languageOf(pathname))
  if (pathname === path) return Response.error()
  return Response.redirect(`${scope.location.origin}${path}?from=${encodeURIComponent(pathname + search)}`, 302)
}

/** The file name contains a content hash, so it never changes. */
export async function respondToFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const found = await caches.match(request.url)
  if (found) return found
  const response = await fetch(request)
  if (response.status === 200 && response.type === 'basic') {
    const copy = response.clone()
    event.waitUntil(caches.open(APP).then((cache) => cache.put(request.url, copy)))
  }
  return response
}

export async function respondToImage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const found = await caches.match(request.url)
  const fresh = fetch(request).then((response) => {
    if (response.status === 200 && response.type === 'basic') {
      event.waitUntil(putImage(request.url, response.clone()).catch(() => undefined))
    }
    return response
  })
  if (!found) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return found
}

/** Saved audio is used instead of any stream of the same recording, even while the network is available. */
export async function respondToAudio({ request }: FetchEvent): Promise<Response> {
  const found = (await findSaved(request.url)) ?? (await findSaved(savedStreamOf(request.url)))
  return found ? respondWithRange(found, request.headers.get('range'), request.method === 'HEAD') : fetch(request)
}

export async function respondToCall({ request }: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(request)
    if (!SERVER_DOWN.includes(response.status)) return response
    return (await findSaved(request.url)) ?? response
  } catch (error) {
    const found = await findSaved(request.url)
    if (found) return found
    throw error
  }
}

const findSaved = (address: string) => caches.open(SAVED_CACHE).then((cache) => cache.match(address))
