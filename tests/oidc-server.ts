/** The external log-in providers: a certified OpenID provider that simulates Google, Apple, X, a wallet and the
 * operator's own issuer, with the peculiarities of each. Users log in at it through external-login.ts. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { returnPaths } from '#contract/accounts/social.ts'

export type ExternalAccount = {
  email?: string
  email_verified?: boolean | string
  name?: string
  picture?: string
  /** Another claim name for `email`, as some company issuers use. */
  mail?: string
}

export type OidcServer = {
  origin: string
  /** The settings of a server with this origin that offers all five. */
  settings: Record<string, string>
  /** The claims of its users, by subject. Unknown users have no e-mail address and no name. */
  accounts: Map<string, ExternalAccount>
  /** Changes the response to a code, to simulate a provider that lies. */
  answer: { change: ((answer: Record<string, unknown>) => Record<string, unknown>) | null }
  /** Signed with the provider's own key, unless another is given. */
  signIdToken(claims: object, options?: { header?: object; key?: KeyObject }): string
  /** Stops responding until it is started again. */
  stop(): Promise<void>
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const TEAM = 'TEAM123456'
const APPLE_KEY = 'KEY1234567'
const SECRET = 'a secret of the clients'
const KEY_ID = 'signing'

/** It warns that it is configured for development, which is intended here. */
function silenceWarnings(): void {
  for (const level of ['warn', 'info'] as const) {
    const say = console[level].bind(console)
    console[level] = (...words: unknown[]) => {
      if (!String(words[0]).includes('oidc-provider ')) say(...words)
    }
  }
}
silenceWarnings()

export async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function startOidcServer(ours: string): Promise<OidcServer> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const accounts: OidcServer['accounts'] = new Map()
  const answer: OidcServer['answer'] = { change: null }
  const provider = new Provider(origin, configurationOf(ours, keys.privateKey, accounts))
  const toldNames = new Set<string>()
  const handle = provider.callback()
  const server = http.createServer((request, response) => {
    const path = request.url!.split('?')[0]
    const work = async () => {
      if (path === '/2/users/me') return sayUser(provider, accounts, { request, response }, twitterUser)
      if (path === '/wallet/user') return sayUser(provider, accounts, { request, response }, walletUser)
      if (path === '/token') await readAppleSecret(request, appleKeys.publicKey, origin)
      // Google asks which account to use; here the form asks.
      request.url = request.url!.replace(/[?&]prompt=select_account/, '')
      changeAnswers(response, async (body) => {
        if (path === '/token' && answer.change !== null) return JSON.stringify(answer.change(JSON.parse(body)))
        return body.includes('Submitting Callback') ? nameBeside(provider, { body, accounts, toldNames }) : body
      })
      handle(request, response)
    }
    work().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const start = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await start()
  return {
    origin,
    settings: settingsOf(origin, ours, appleKeys.privateKey),
    accounts,
    answer,
    signIdToken(claims, { header = {}, key = keys.privateKey } = {}) {
      const parts = [{ alg: 'RS256', kid: KEY_ID, ...header }, claims].map((part) => encode(JSON.stringify(part)))
      const text = parts.join('.')
      return `${text}.${encode(sign('sha256', Buffer.from(text), key))}`
    },
    start,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

const encode = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url')

function configurationOf(ours: string, key: KeyObject, accounts: OidcServer['accounts']): object {
  const client = (client_id: string, path: string, more: object = {}) => ({
    client_id,
    client_secret: SECRET,
    redirect_uris: [ours + path],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_post',
    ...more,
  })
  return {
    clients: [
      client('google', returnPaths.google),
      client('apple', '/v1/auth/social/apple/return'),
      client('twitter', returnPaths.twitter, { token_endpoint_auth_method: 'client_secret_basic' }),
      client('wallet', returnPaths.wallet),
      client('operator', returnPaths.oidc, { token_endpoint_auth_method: 'none' }),
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the cookies'] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'name', 'users.read', 'tweet.read', 'users.email', 'user'],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'mail'], profile: ['name', 'picture'] },
    // As Google does: the id_token contains all claims.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
  }
}

function settingsOf(origin: string, ours: string, appleKey: KeyObject): Record<string, string> {
  return {
    PORT: new URL(ours).port,
    PUBLIC_URL: ours,
    IDENTITY_MODE: 'both',
    OIDC_ISSUER: origin,
    OIDC_CLIENT_ID: 'operator',
    GOOGLE_CLIENT_ID: 'google',
    GOOGLE_CLIENT_SECRET: SECRET,
    GOOGLE_ISSUER: origin,
    APPLE_CLIENT_ID: 'apple',
    APPLE_TEAM_ID: TEAM,
    APPLE_KEY_ID: APPLE_KEY,
    APPLE_PRIVATE_KEY: appleKey.export({ format: 'pem', type: 'pkcs8' }).toString().replaceAll('\n', '\\n'),
    APPLE_ISSUER: origin,
    TWITTER_CLIENT_ID: 'twitter',
    TWITTER_CLIENT_SECRET: SECRET,
    TWITTER_AUTHORIZE_URL: `${origin}/auth`,
    TWITTER_TOKEN_URL: `${origin}/token`,
    TWITTER_USER_URL: `${origin}/2/users/me`,
    WALLET_LOGIN_CLIENT_ID: 'wallet',
    WALLET_LOGIN_CLIENT_SECRET: SECRET,
    WALLET_LOGIN_AUTHORIZE_URL: `${origin}/auth`,
    WALLET_LOGIN_TOKEN_URL: `${origin}/token`,
    WALLET_LOGIN_USER_URL: `${origin}/wallet/user`,
  }
}

/** Apple accepts no fixed secret, only a token signed for Apple with the client's registered key. */
async function readAppleSecret(request: IncomingMessage, key: KeyObject, origin: string): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  if (form.get('client_id') === 'apple') {
    form.set('client_secret', isAppleSecret(form.get('client_secret') ?? '', key, origin) ? SECRET : 'wrong')
  }
  Object.assign(request, { body: form.toString() })
}

function isAppleSecret(secret: string, key: KeyObject, origin: string): boolean {
  const [head = '', body = '', signature = ''] = secret.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const publicKey = {
    key: createPublicKey(key.export({ format: 'pem', type: 'spki' })),
    dsaEncoding: 'ieee-p1363' as const,
  }
  if (!verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))) return false
  const { alg, kid } = read(head)
  const { iss, sub, aud, iat, exp } = read(body)
  const lifeSeconds = Number(exp) - Number(iat)
  const isNamed = iss === TEAM && sub === 'apple' && aud === origin
  return alg === 'ES256' && kid === APPLE_KEY && isNamed && lifeSeconds > 0 && lifeSeconds <= 15_777_000
}

/** Apple sends the user's name with the first code, and never again. */
async function nameBeside(
  provider: Provider,
  { body, accounts, toldNames }: { body: string; accounts: OidcServer['accounts']; toldNames: Set<string> },
): Promise<string> {
  const code = /name="code" value="([^"]+)"/.exec(body)?.[1]
  const subject = code === undefined ? undefined : (await provider.AuthorizationCode.find(code))?.accountId
  const [firstName, lastName] = accounts.get(subject ?? '')?.name?.split(' ') ?? []
  if (subject === undefined || firstName === undefined || toldNames.has(subject)) return body
  toldNames.add(subject)
  const user = JSON.stringify({ name: { firstName, lastName } }).replaceAll('"', '&quot;')
  return body.replace('<noscript>', `<input type="hidden" name="user" value="${user}"/><noscript>`)
}

type Pair = { request: IncomingMessage; response: ServerResponse }
type Describe = (subject: string, account: ExternalAccount) => object

async function sayUser(
  provider: Provider,
  accounts: OidcServer['accounts'],
  { request, response }: Pair,
  describe: Describe,
): Promise<void> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const subject = (await provider.AccessToken.find(token))?.accountId
  const body = subject === undefined ? {} : { data: describe(subject, accounts.get(subject) ?? {}) }
  response.writeHead(subject === undefined ? 401 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const twitterUser: Describe = (id, { name = id, email }) => ({
  id,
  name,
  username: id,
  ...(email !== undefined && { confirmed_email: email }),
})
const walletUser: Describe = (id, { name, email }) => ({ id, gamertag: name, email, isVerified: true })

function changeAnswers(response: ServerResponse, change: (body: string) => Promise<string>): void {
  const end = response.end.bind(response)
  response.end = ((body?: string | Buffer) => {
    const text = body === undefined ? '' : body.toString()
    change(text).then(
      (changed) => {
        if (!response.headersSent && changed !== text) response.setHeader('content-length', Buffer.byteLength(changed))
        end(changed)
      },
      (error: unknown) => end(String(error)),
    )
    return response
  }) as typeof response.end
}
