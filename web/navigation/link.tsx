/** Links and forms that lead to pages of this site without reloading the document. They are real links and forms:
 * without scripts, in a new tab and for a search engine they lead to the same place. */
import { useEffect, type ComponentProps, type MouseEvent, type ReactNode, type SubmitEvent } from 'react'
import { useLocation, useNavigate, usePrefix } from './navigation.tsx'
import { type NavigateOptions, writeAddress } from './router.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: string }

/** Another site, or a scheme that is not a page, such as `mailto:`. */
const ELSEWHERE = /^([a-z][\w+.-]*:|\/\/)/i

export function Link({ to, replace, preventScrollReset, viewTransition, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const prefix = usePrefix()
  const isElsewhere = ELSEWHERE.test(to)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isElsewhere || !isPlain(event) || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    void navigate(to, { replace, preventScrollReset, viewTransition })
  }
  // The content is among `rest`.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={isElsewhere ? to : writeAddress(to, prefix)} onClick={press} />
}

/** With another mouse button or a modifier key, the browser's default applies. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
}

type NavLinkProps = Omit<LinkProps, 'className' | 'children'> & {
  /** Active only at exactly this address, not below it. */
  end?: boolean
  className: (state: { isActive: boolean }) => string
  children: (state: { isActive: boolean }) => ReactNode
}

/** A link that knows whether it is active. */
export function NavLink({ to, end = false, className, children, ...rest }: NavLinkProps) {
  const here = useLocation()
    .pathname.toLowerCase()
    .replace(/(?<=.)\/$/, '')
  const there = (to.split(/[?#]/)[0] ?? '').toLowerCase()
  const isActive = here === there || (!end && here.startsWith(there === '/' ? '/' : `${there}/`))
  return (
    <Link {...rest} to={to} aria-current={isActive ? 'page' : undefined} className={className({ isActive })}>
      {children({ isActive })}
    </Link>
  )
}

/** A form whose fields become the query of a page. */
export function Form({ action, onSubmit, ...rest }: Omit<ComponentProps<'form'>, 'action'> & { action: string }) {
  const navigate = useNavigate()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    )
    void navigate(`${action}?${new URLSearchParams(fields)}`)
  }
  return <form {...rest} action={writeAddress(action, usePrefix())} onSubmit={submit} />
}

/** Navigates as soon as it is rendered, and takes this page out of the history. */
export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
