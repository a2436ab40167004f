/** Matches a path against the known routes and extracts its parameters. Navigation is in router.ts. */

export type Params = Readonly<Record<string, string | undefined>>
export type Match<R> = { route: R; params: Params }

/** The best matching route: static segments rank above parameters. Case and a trailing slash do not matter. */
export function matchPath<R extends { path: string }>(routes: readonly R[], pathname: string): Match<R> | null {
  const parts = partsOf(pathname).map(decode)
  let best: (Match<R> & { rank: string }) | null = null
  for (const route of routes) {
    const pattern = patternOf(route.path)
    if (pattern.length !== parts.length) continue
    const params: Record<string, string> = {}
    const fits = pattern.every((wanted, index) => {
      const part = parts[index] ?? ''
      if (!wanted.startsWith(':')) return wanted.toLowerCase() === part.toLowerCase()
      params[wanted.slice(1)] = part
      return part !== ''
    })
    if (!fits) continue
    const rank = pattern.map((part) => (part.startsWith(':') ? 1 : 0)).join('')
    if (best === null || rank < best.rank) best = { route, params, rank }
  }
  return best
}

const patterns = new Map<string, string[]>()

/** Split once: every request compares with all routes. */
function patternOf(path: string): string[] {
  const known = patterns.get(path) ?? partsOf(path)
  patterns.set(path, known)
  return known
}

function partsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}

/** A malformed segment is returned as it is, so that it leads to a "not found" page instead of an exception. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
