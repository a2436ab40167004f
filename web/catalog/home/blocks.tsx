/** Three blocks across the window, each in the colours of its cover and one press from playing. */
import { Link } from '#web/navigation/link.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { floodStyle, type FloodColours } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'

export const BLOCKS = 3

export type Block = {
  id: string
  title: string
  href: string
  by: string
  byHref: string
  coverUrl: string | null
  /** Of the drawing where there is no cover. */
  seed: string
  colours: FloodColours | null
  list: readonly Playable[]
  /** When to hear it, or how much of it is left. */
  sentence: string
  /** In place of a length. */
  note: string | null
}

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <ul className="bleed grid md:grid-cols-3">
      {blocks.map((block) => (
        <li
          key={block.id}
          style={floodStyle(block.colours)}
          className="flood flex min-w-0 max-md:flex-row-reverse md:flex-col"
        >
          <Cover
            src={block.coverUrl}
            alt=""
            seed={block.seed}
            sizes="(min-width: 761px) 33vw, 44vw"
            className="max-md:w-[40vw] max-md:shrink-0 max-md:self-start"
          />
          <div className="relative flex min-w-0 flex-1 flex-col justify-between gap-4 py-4 pr-12 pl-(--gut) max-[17rem]:pr-(--gut) md:pt-6 md:pr-(--gut) md:pb-7">
            <div className="absolute right-0 bottom-4 max-md:translate-x-1/2 max-[17rem]:static max-[17rem]:order-last max-[17rem]:translate-none md:-top-11 md:right-(--gut) md:bottom-auto">
              <PlayDisc list={block.list} title={block.title} />
            </div>
            <div className="@container min-w-0 max-md:[--title-room:max(1.0625rem,15.5cqi)]">
              <p className="mb-2 text-pretty md:mb-4 md:max-w-[calc(100%-7rem)] md:text-lg">{block.sentence}</p>
              <h3 className="title-2 lg:title-1">
                <Link to={block.href} className="hover:underline">
                  {block.title}
                </Link>
              </h3>
              <p className="mt-1 flex flex-wrap justify-between gap-x-4">
                <Link to={block.byHref} className="leading-6 hover:underline">
                  {block.by}
                </Link>
                {block.note !== null && <span className="max-md:hidden">{block.note}</span>}
              </p>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
