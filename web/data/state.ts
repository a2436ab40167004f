/** The state the server passes to the browser: settings, query data and the error that is shown.
 * It holds no timestamps and nothing personal, so that the same page always has the same bytes. */
import type { QueryClient } from '@tanstack/react-query'
import type { SiteSettings } from './site.ts'

export type PageFailure = { status: number; reason: string | null }
export type PageState = {
  settings: SiteSettings
  queries: { key: readonly unknown[]; data: unknown }[]
  failure: PageFailure | null
}

export function collectQueries(queries: QueryClient): PageState['queries'] {
  return queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query) => ({ key: query.queryKey, data: query.state.data }))
}

/** JSON that is safe inside a script element: nothing in it can close the element. */
export function writeState(state: PageState): string {
  return JSON.stringify(state)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

export function readState(text: string, queries: QueryClient): PageState {
  const state = JSON.parse(text) as PageState
  for (const { key, data } of state.queries) queries.setQueryData(key, data)
  return state
}
