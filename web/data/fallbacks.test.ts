/** The message for a failed write: the server's reason or, if there is none, the text of the error catalogue.
 * Over real HTTP, with the responses of a proxy whose server is unreachable. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { calls } from '#contract/calls.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { createCall, fetchTransport, type Call } from './api.ts'
import { describeFailure } from './failures.ts'

const GENERIC = 'Something went wrong. Please try again.'

/** Exact texts. Calls not listed here use the generic text. */
const WORDS: Readonly<Record<string, string>> = {
  'POST /v1/albums': 'Error creating album',
  'POST /v1/albums/update': 'Error editing album',
  'DELETE /v1/albums/:albumId': 'Error deleting album',
  'POST /v1/artists/create': 'Error creating artist',
  'POST /v1/artists/update': 'Error editing artist',
  'DELETE /v1/artists/:artistId': 'Error deleting artist',
  'POST /v1/podcasts/create': 'Error creating podcast',
  'POST /v1/podcasts/update': 'Error editing podcast',
  'DELETE /v1/podcasts/:podcastId': 'Error editing podcast',
  'POST /v1/episodes': 'Error creating episode',
  'PUT /v1/episodes/update': 'Error editing episode',
  'DELETE /v1/episodes/:episodeId': 'Error deleting episode',
  'POST /v1/tracks': 'Error creating track',
  'PUT /v1/tracks/update': 'Error editing track',
  'DELETE /v1/tracks/:trackId': 'Error deleting track',
  'POST /v1/publish/:contentId': 'Error publishing content',
  'POST /v1/publish/dates': 'Error publishing content',
  'POST /v1/surfaces/:contentId': 'Error publishing content',
  'POST /v1/splits': 'Error creating split',
  'PUT /v1/splits/update': 'Error editing split',
  'DELETE /v1/splits/:contentId/:contentType': 'Error editing split',
  'POST /v1/splits/invitations/:invitationId/confirm': 'Error answering the offer of a share',
  'POST /v1/split-invitations/:token/accept': 'Error answering the offer of a share',
  'POST /v1/split-invitations/:token/decline': 'Error answering the offer of a share',
  'POST /v1/splits/offers/:versionId/accept': 'Error answering the offer of a share',
  'POST /v1/splits/offers/:versionId/decline': 'Error answering the offer of a share',
  'POST /v1/splits/time': 'Error creating time split',
  'PUT /v1/splits/time': 'Error editing time split',
  'POST /v1/accounts/ln-address': 'Error updating lightning address',
  'DELETE /v1/accounts/ln-address': 'Error deleting lightning address',
  'PUT /v1/accounts/notification': 'Error updating user data',
  'PUT /v1/accounts/preferences': 'Error updating user data',
  'PUT /v1/notifications/preferences': 'Error updating user data',
  'PUT /v1/notifications/preferences/:kind': 'Error updating user data',
  'POST /v1/accounts/log-identity': 'Error updating user data',
  'POST /v1/accounts/user': 'Error creating user',
  'POST /v1/auth/register': 'Error creating user',
  'PUT /v1/accounts': 'Error editing user',
  'POST /v1/accounts/delete': 'Error editing user',
  'POST /v1/playlists': 'Error creating playlist',
  'POST /v1/playlists/smart': 'Error creating playlist',
  'POST /v1/playlists/:playlistId/freeze': 'Error creating playlist',
  'PUT /v1/playlists/:playlistId/smart': 'Error editing playlist',
  'POST /v1/playlists/add-track': 'Error adding to playlist',
  'POST /v1/playlists/remove-track': 'Error removing from playlist',
  'POST /v1/playlists/reorder': 'Error editing playlist',
  'POST /v1/playlists/update': 'Error editing playlist',
  'DELETE /v1/playlists/:playlistId': 'Error editing playlist',
}

const writes = Object.values(calls).filter(({ method, base }) => method !== 'GET' && base === undefined)
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${pathOf(endpoint)}`

let answer: { status: number; body: string }
let call: Call
const server = http.createServer((request, response) => {
  request.resume()
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  call = createCall((path, init) => fetchTransport(origin + path, init))
})
after(() => server.close())

async function shownFor(endpoint: Endpoint): Promise<string> {
  const body = endpoint.body === undefined ? undefined : {}
  try {
    await call(endpoint, { params: {}, ...(body && { body }) })
  } catch (error) {
    return describeFailure(error)
  }
  return 'no failure'
}

for (const endpoint of writes) {
  const text = WORDS[nameOf(endpoint)] ?? GENERIC
  test(`${nameOf(endpoint)} without a reason shows: ${text}`, async () => {
    answer = { status: 502, body: '' }
    assert.equal(await shownFor(endpoint), text)
  })
  test(`${nameOf(endpoint)} shows the reason of the server`, async () => {
    answer = { status: 409, body: JSON.stringify({ success: false, error: 'A reason of its own.', code: 'conflict' }) }
    assert.equal(await shownFor(endpoint), 'A reason of its own.')
    answer = { status: 200, body: JSON.stringify({ success: true, error: 'Said all the same.' }) }
    assert.equal(await shownFor(endpoint), 'Said all the same.')
  })
}
