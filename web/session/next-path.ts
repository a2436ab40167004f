/** Where to go after signing in: the `next` parameter if it is a path of this site, otherwise the start page. */

const NOWHERE = 'http://page.invalid'
const LOGIN_METHODS = new Set(['login', 'register', 'forgot-password', 'reset-password', 'zbd-login'])

/** Never leads to another site, however the path is spelt, and never back to a log-in page. */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/')) return '/'
  if (!URL.canParse(next, NOWHERE)) return '/'
  const url = new URL(next, NOWHERE)
  if (url.origin !== NOWHERE || url.pathname.startsWith('//') || isLoginMethod(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

function isLoginMethod(pathname: string): boolean {
  return LOGIN_METHODS.has(pathname.split('/')[1]?.toLowerCase() ?? '')
}
