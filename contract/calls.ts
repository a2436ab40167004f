/** Every call there is, in one table: OpenAPI, the authorization test and the contract test read it. */
import * as accounts from './accounts.ts'
import * as albums from './albums.ts'
import * as artists from './artists.ts'
import * as auth from './auth.ts'
import { pathOf, type Endpoint } from './endpoint.ts'
import * as payments from './payments.ts'
import * as podcasts from './podcasts.ts'
import * as publishing from './publish.ts'
import * as sandbox from './sandbox.ts'
import * as settings from './settings.ts'
import * as splits from './splits.ts'
import * as tracks from './tracks.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

const rooms = [accounts, albums, artists, auth, payments, podcasts, publishing, sandbox, settings, splits, tracks]

/** By address. In an order of its own: that of a module's exports is not the same under every bundler. */
export const calls: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  rooms
    .flatMap((room) =>
      Object.entries(room).flatMap(([name, value]: [string, unknown]): [string, Endpoint][] =>
        isEndpoint(value) ? [[name, value]] : [],
      ),
    )
    .sort(([, one], [, other]) => (addressOf(one) < addressOf(other) ? -1 : 1)),
)

function addressOf(endpoint: Endpoint): string {
  return `${pathOf(endpoint)} ${endpoint.method}`
}
