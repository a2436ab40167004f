/** A part of a page below its first screen: complete in the HTML of the server, while its code is loaded only once a reader comes
 * near it. Until then the HTML stays as it is; its links work as links. */
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'

const NEAR = '300px'

export function whenNear<Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return import.meta.env.SSR ? onServer(read) : inBrowser(read)
}

function onServer<Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await read() })) as unknown as ComponentType<Props>
  return function Rendered(props: Props) {
    return (
      <div>
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </div>
    )
  }
}

function inBrowser<Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Near(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known)
    useEffect(() => {
      if (!place.current) return
      const near = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return
          near.disconnect()
          // Without a connection, what the server rendered stays.
          read().then(
            (part) => setPart(() => (known = part)),
            () => undefined,
          )
        },
        { rootMargin: NEAR },
      )
      near.observe(place.current)
      return () => near.disconnect()
    }, [])
    if (Part) {
      return (
        <div key="part">
          <Part {...props} />
        </div>
      )
    }
    return <div key="place" ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
