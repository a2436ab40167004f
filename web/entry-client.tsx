/** Wakes the server's page in the browser: takes over its data, loads the first page's code, hydrates. */
import './ui/theme.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prefixOf } from '#contract/languages.ts'
import { createCall, fetchTransport } from './api.ts'
import { App } from './app.tsx'
import { createQueries } from './queries.ts'
import { MovingPages } from './navigation/navigation.tsx'
import { createRouter, PageRefusal, readAddress } from './navigation/router.ts'
import { everyPage, openPage } from './router.tsx'
import type { Site } from './site.ts'
import { sendDevice } from './session/device.ts'
import { readToken } from './session/session.ts'
import { readState } from './state.ts'
import { currentLanguage } from './words/language.ts'

const queries = createQueries()
const { settings, failure } = readState(document.getElementById('state')?.textContent ?? '', queries)
const site: Site = { call: createCall(sendDevice(fetchTransport), readToken), queries, settings }

/** A page keeps its language: every address the router makes begins with it. */
const prefix = prefixOf(currentLanguage())
// The first page's code must be there before hydration, or React would hydrate a fallback.
const first = await openPage(readAddress(location.href, prefix, ''), { site, isFilled: true })
const router = createRouter({
  prefix,
  first: failure ? { ...first, failure: new PageRefusal(failure.status, failure.data) } : first,
  open: (address) => openPage(address, { site }),
})

const root = document.getElementById('root')
if (!root) throw new Error('no root in the page')
// In slices: the browser draws and scrolls meanwhile, and a press is answered before the rest.
startTransition(() => {
  hydrateRoot(
    root,
    <App site={site}>
      <MovingPages router={router}>{everyPage}</MovingPages>
    </App>,
  )
})
