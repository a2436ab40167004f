/** The service worker: shows push messages, and lets the app open and play what was saved while there is no server.
 * One for both, since a page can have only one. What it decides by stands in rules.ts. */
import type { Answer, Ask } from '../kept.ts'
import { answerCall, answerFile, answerPage, answerPicture, answerSound } from './answers.ts'
import { listenToPush } from './push.ts'
import { ruleFor, type Rule } from './rules.ts'
import { scope, type FetchEvent } from './scope.ts'
import { dropOldStores, forgetPage, isDevelopment, keepForLater, prepareBuild } from './stores.ts'

const does: Record<Rule, (event: FetchEvent) => Promise<Response>> = {
  page: answerPage,
  file: answerFile,
  picture: answerPicture,
  sound: answerSound,
  answer: answerCall,
}

listenToPush()

// A new worker waits until no page of the old one is open: each build serves its own pages to their end.
scope.addEventListener('install', (event) => {
  if (!isDevelopment) event.waitUntil(prepareBuild())
})
scope.addEventListener('activate', (event) => event.waitUntil(dropOldStores()))

scope.addEventListener('fetch', (event) => {
  const { method, url, mode, headers } = event.request
  const rule = ruleFor({ method, url, mode, accept: headers.get('accept') ?? '' }, scope.location.origin)
  // While one works on the app, only what was saved comes from here: all else is to be as it is now.
  if (rule === null || (isDevelopment && rule !== 'sound')) return
  event.respondWith(does[rule](event))
})

scope.addEventListener('message', (event) => {
  const [port] = event.ports
  const tell = (answer: Answer) => port?.postMessage(answer)
  event.waitUntil(
    obey(event.data as Ask).then(
      () => tell({ isDone: true }),
      () => tell({ isDone: false }),
    ),
  )
})

async function obey(ask: Ask): Promise<void> {
  if (ask.kind === 'forget-page') return forgetPage(ask.path)
  // Whoever saves something wants to hear it from here, also without opening the page anew.
  await scope.clients.claim()
  await keepForLater(ask, ask.language)
}
