/** The service worker: shows push messages, and lets saved items open and play while the server is unreachable.
 * One worker for both, because a page can have only one. Its rules are in rules.ts. */
import type { WorkerResponse, WorkerRequest } from '#web/offline/saved-data.ts'
import { respondToCall, respondToFile, respondToPage, respondToImage, respondToAudio } from './responses.ts'
import { listenToPush } from './push.ts'
import { ruleFor, type Rule } from './rules.ts'
import { scope, type FetchEvent } from './scope.ts'
import { dropOldStores, deletePage, deleteVisits, isDevelopment, cacheForLater, prepareBuild } from './stores.ts'

const responders: Record<Rule, (event: FetchEvent) => Promise<Response>> = {
  page: respondToPage,
  file: respondToFile,
  image: respondToImage,
  audio: respondToAudio,
  call: respondToCall,
}

listenToPush()

// A new worker waits until all pages of the old one are closed, because each build serves its own pages.
scope.addEventListener('install', (event) => {
  if (!isDevelopment) event.waitUntil(prepareBuild())
})
scope.addEventListener('activate', (event) => event.waitUntil(dropOldStores()))

scope.addEventListener('fetch', (event) => {
  const { method, url, mode, headers } = event.request
  const rule = ruleFor({ method, url, mode, accept: headers.get('accept') ?? '' }, scope.location.origin)
  // In development only saved audio comes from the cache, so that all other code is current.
  if (rule === null || (isDevelopment && rule !== 'audio')) return
  event.respondWith(responders[rule](event))
})

scope.addEventListener('message', (event) => {
  const [port] = event.ports
  const reply = (response: WorkerResponse) => port?.postMessage(response)
  event.waitUntil(
    handle(event.data as WorkerRequest).then(
      () => reply({ isDone: true }),
      () => reply({ isDone: false }),
    ),
  )
})

async function handle(request: WorkerRequest): Promise<void> {
  if (request.kind === 'forget-page') return deletePage(request.path)
  if (request.kind === 'forget-visits') return deleteVisits()
  // Takes control of the current page, so that saved items work without a reload.
  await scope.clients.claim()
  await cacheForLater(request, request.language)
}
