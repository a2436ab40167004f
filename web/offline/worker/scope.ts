/** The parts of the worker's global scope that it uses; the DOM types do not include them. */

type Extended = Event & { waitUntil: (work: Promise<unknown>) => void }
export type FetchEvent = Extended & {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
export type PushEvent = Extended & { data: { json: () => unknown } | null }
export type ClickEvent = Extended & { notification: Notification }
export type RequestEvent = Extended & { data: unknown; ports: readonly MessagePort[] }

export type WindowClient = {
  url: string
  focus: () => Promise<unknown>
  navigate: (address: string) => Promise<unknown>
}

type Events = {
  install: Extended
  activate: Extended
  fetch: FetchEvent
  push: PushEvent
  notificationclick: ClickEvent
  message: RequestEvent
}

type Scope = {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>
    openWindow: (address: string) => Promise<unknown>
  }
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  /** Prepended to the script by the server; missing in development. */
  PEAL_BUILD?: Build
}

export type Build = {
  id: string
  /** The files of the app besides its pages: `*` is replaced by the folder of a language. */
  files: string[]
  folders: Record<string, string>
}

export const scope = globalThis as unknown as Scope
