/** What the tests use of oidc-provider, which ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Found = { accountId: string } | undefined
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    AccessToken: { find(token: string): Promise<Found> }
    AuthorizationCode: { find(code: string): Promise<Found> }
  }
}
