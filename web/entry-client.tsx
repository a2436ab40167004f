/** The browser's entry: takes over the server's data, loads the code of the first page and hydrates. */
import './ui/theme.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prefixOf } from '#contract/languages.ts'
import { createCall, fetchTransport } from './data/api.ts'
import { App } from './app.tsx'
import { createQueries } from './data/queries.ts'
import { MovingPages } from './navigation/navigation.tsx'
import { createRouter, PageRefusal, readAddress } from './navigation/router.ts'
import { everyPage, FAILED_LOOK, openPage } from './open-page.tsx'
import type { Site } from './data/site.ts'
import { sendDevice } from './session/device.ts'
import { readToken } from './session/session.ts'
import { readState } from './data/state.ts'
import { currentLanguage } from './words/language.ts'

const queries = createQueries()
const { settings, failure } = readState(document.getElementById('state')?.textContent ?? '', queries)
const site: Site = { call: createCall(sendDevice(fetchTransport), readToken), queries, settings }

/** The language of the page stays: every address the router writes begins with its prefix. */
const prefix = prefixOf(currentLanguage())
// The code of the first page must be loaded before hydration; otherwise React would hydrate a fallback.
const first = await openPage(readAddress(location.href, prefix, ''), { site, isFilled: true })
const router = createRouter({
  prefix,
  first: failure ? { ...first, look: FAILED_LOOK, failure: new PageRefusal(failure.status, failure.reason) } : first,
  open: (address) => openPage(address, { site }),
})

const root = document.getElementById('root')
if (!root) throw new Error('no root in the page')
// A transition hydrates in slices, so that the browser can paint, scroll and respond to input meanwhile.
startTransition(() => {
  hydrateRoot(
    root,
    <App site={site}>
      <MovingPages router={router}>{everyPage}</MovingPages>
    </App>,
  )
})
// Some buttons that were pressed early give way to others as soon as effects run (boot.ts).
;(window as { pressAgain?: (isHydrating: boolean) => void }).pressAgain?.(true)
