/** Finds environment variables that look like misspelled settings, such as `DATABSE_URL` or `S3_KEY`. All
 * other variables are ignored. */
import { InvalidSetting } from './values.ts'

/** Prefixes that only our settings have. */
const GROUPS = [
  'APPLE_',
  'CLN_',
  'CUSTOM_TOKEN_',
  'FEE_RESERVE_',
  'FORWARD_',
  'GOOGLE_CLIENT_',
  'LND_',
  'NWC_',
  'OIDC_',
  'PHOENIXD_',
  'REGION_',
  'RELAY_',
  'S3_',
  'TWITTER_',
  'WALLET_LOGIN_',
]
/** Set by Docker and Kubernetes for a service named lnd or relay. */
const OF_NEIGHBOURS =
  /^[A-Z0-9_]+?_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_(ADDR|PORT|PROTO))?)?|NAME|ENV_\w+)$/
/** Set by npm, Node, Docker, systemd and desktops. */
const OF_OTHERS = /^(npm_|NPM_|NODE_|DOCKER_|COMPOSE_|BUILDKIT_|SYSTEMD_|DBUS_|XDG_|LC_|SSH_|GIT_|KUBERNETES_)/
const NEAR_FROM = 8
const NEAR_AT_MOST = 2

export function requireKnownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  variables: readonly string[],
): void {
  const known = new Set(variables)
  const wrong = Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === '' || known.has(name) || OF_OTHERS.test(name)) return []
    const near = nearestOf(name, variables)
    const isNear = name.length >= NEAR_FROM && near.distance <= NEAR_AT_MOST
    const isOfGroup = GROUPS.some((prefix) => name.startsWith(prefix)) && !OF_NEIGHBOURS.test(name)
    if (!isNear && !isOfGroup) return []
    return `There is no setting ${name}. Did you mean ${near.variable}?`
  })
  if (wrong.length > 0) throw new InvalidSetting(wrong.join('\n'))
}

function nearestOf(name: string, variables: readonly string[]): { variable: string; distance: number } {
  const all = variables.map((variable) => ({ variable, distance: distanceOf(name, variable) }))
  return all.reduce((best, one) => (one.distance < best.distance ? one : best))
}

/** Levenshtein distance: how many characters to add, remove or replace to turn one into the other. */
export function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}
