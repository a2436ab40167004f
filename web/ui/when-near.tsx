/** A part of a page below its first screen: complete in the HTML of the server, while its code is loaded only once a reader comes
 * near it. Until then the HTML stays as it is; its links work as links. */
import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'

const NEAR = '100px'

/** `isStatic`: without anything to press, so that the HTML of the server stays; give it a key. */
export function whenNear<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  isStatic = false,
): ComponentType<Props> {
  return import.meta.env.SSR ? onServer(read) : inBrowser(read, isStatic)
}

/** Loaded immediately, wherever it is: for what replaces a whole page. Until then the HTML of the server stays. */
export function whenShown<Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await read() })) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

function onServer<Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = whenShown(read)
  return (props) => (
    <div>
      <Part {...props} />
    </div>
  )
}

function inBrowser<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  isStatic: boolean,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Near(props: Props) {
    const place = useRef<HTMLDivElement>(null)
    const pressed = useRef<number[] | null>(null)
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known)
    // Without a connection, what the server rendered stays.
    const load = () =>
      void read().then(
        (part) => setPart(() => (known = part)),
        () => undefined,
      )
    useEffect(() => {
      if (Part) {
        if (place.current && pressed.current) press(place.current, pressed.current)
        pressed.current = null
        return
      }
      if (isStatic && place.current!.hasChildNodes()) return
      const near = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return
          near.disconnect()
          load()
        },
        { rootMargin: NEAR },
      )
      near.observe(place.current!)
      return () => near.disconnect()
    }, [Part])
    if (Part) {
      return (
        <div key="part" ref={place}>
          <Part {...props} />
        </div>
      )
    }
    // A button that is pressed before its code is there is pressed again once it is.
    const onClickCapture = ({ target }: MouseEvent) => {
      const button = (target as Element).closest('button')
      if (!button || !place.current) return
      pressed.current = pathTo(place.current, button)
      load()
    }
    return (
      <div
        key="place"
        ref={place}
        onClickCapture={onClickCapture}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    )
  }
}

/** The position of an element among its siblings, and those of its ancestors, from the top. */
function pathTo(top: Element, element: Element): number[] {
  const path: number[] = []
  for (let at = element; at !== top && at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at))
  return path
}

/** The same element of the part that has taken the place. */
function press(top: Element, path: readonly number[]): void {
  const element = path.reduce<Element | undefined>((at, index) => at?.children[index], top)
  if (element instanceof HTMLButtonElement) element.click()
}
