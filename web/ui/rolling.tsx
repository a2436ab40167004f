/** A figure. When it changes while the page is open, its digits roll in one after the other, from the right. */
import { useRef, type CSSProperties } from 'react'

const APART_MS = 40

export function Rolling({ text }: { text: string }) {
  const first = useRef(text)
  // Plain text until then, so that nothing moves when a page appears and the figure can be read.
  if (first.current === text) return text
  const characters = [...text]
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="rolls">
        {characters.map((character, index) => (
          <span
            key={`${text} ${index}`}
            style={{ '--roll-delay': `${(characters.length - 1 - index) * APART_MS}ms` } as CSSProperties}
          >
            {character}
          </span>
        ))}
      </span>
    </>
  )
}
