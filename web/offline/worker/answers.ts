/** Answers requests by the rules: from the network, from what is kept, or from both. It never keeps an answer of /v1; those
 * that were saved were put there by a page, for a person who asked for it. */
import { SAVED_CACHE } from '../kept.ts'
import { answerPart } from './ranges.ts'
import { languageOf, offlinePath } from './rules.ts'
import { scope, type FetchEvent } from './scope.ts'
import { APP, PAGES, putPage, putPicture } from './stores.ts'

/** A network that says nothing for so long is as good as none, where there is something to show. */
const PATIENCE_MS = 4_000
/** In front of a server that is gone, something may still answer. */
const GONE = [502, 503, 504]

export async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const network = fetch(request).then((response) => {
    const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
    if (isWhole) event.waitUntil(putPage(request.url, response.clone()).catch(() => undefined))
    return response
  })
  const kept = async () => (await findPage(request.url)) ?? null
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  try {
    const response = await Promise.race([network, late])
    if (response !== null && !GONE.includes(response.status)) return response
    return (await kept()) ?? (await network)
  } catch {
    return (await kept()) ?? showOffline(request.url)
  }
}

/** The page as it was seen with this build; what stands behind the question mark rarely matters then. */
async function findPage(address: string): Promise<Response | undefined> {
  const pages = await caches.open(PAGES)
  const found = (await pages.match(address)) ?? (await pages.match(address, { ignoreSearch: true }))
  if (found) return found
  const app = await caches.open(APP)
  return app.match(address, { ignoreSearch: true })
}

/** Led there, so that the app knows on which page it is. */
function showOffline(address: string): Response {
  const { pathname, search } = new URL(address)
  const path = offlinePath(languageOf(pathname))
  if (pathname === path) return Response.error()
  return Response.redirect(`${scope.location.origin}${path}?from=${encodeURIComponent(pathname + search)}`, 302)
}

/** Named after what it holds, so the same for ever. */
export async function answerFile(event: FetchEvent): Promise<Response> {
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

export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const found = await caches.match(request.url)
  const fresh = fetch(request).then((response) => {
    if (response.status === 200 && response.type === 'basic') {
      event.waitUntil(putPicture(request.url, response.clone()).catch(() => undefined))
    }
    return response
  })
  if (!found) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return found
}

/** Saved sounds need no network, and play the same with one. */
export async function answerSound({ request }: FetchEvent): Promise<Response> {
  const found = await findSaved(request.url)
  return found ? answerPart(found, request.headers.get('range'), request.method === 'HEAD') : fetch(request)
}

export async function answerCall({ request }: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(request)
    if (!GONE.includes(response.status)) return response
    return (await findSaved(request.url)) ?? response
  } catch (error) {
    const found = await findSaved(request.url)
    if (found) return found
    throw error
  }
}

const findSaved = (address: string) => caches.open(SAVED_CACHE).then((cache) => cache.match(address))
