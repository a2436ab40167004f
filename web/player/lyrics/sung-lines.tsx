/** Lyrics in display size, line by line and, where their times are known, word by word. Pressing a line plays from there.
 * What moves is follow-song.ts. */
import { useEffect, useRef, type RefObject } from 'react'
import type { LyricsLine } from '#contract/catalog/lyrics-line.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { t } from '#web/words/words.ts'
import { followSong, type SongFollower } from './follow-song.ts'

export function SungLines({
  lines,
  scroller,
}: {
  lines: readonly LyricsLine[]
  scroller: RefObject<HTMLElement | null>
}) {
  const list = useRef<HTMLOListElement>(null)
  const follower = useRef<SongFollower | null>(null)
  useEffect(() => {
    if (!list.current || !scroller.current) return
    const following = followSong(list.current, scroller.current, lines)
    follower.current = following
    return following.stop
  }, [lines, scroller])
  const holdPosition = () => follower.current?.holdPosition()
  const playFrom = ({ timeSeconds }: LyricsLine) => {
    follower.current?.moveAgain()
    if (timeSeconds !== null) usePlayer.getState().seek(timeSeconds)
  }
  return (
    <ol ref={list} onWheel={holdPosition} onTouchMove={holdPosition} className="lyrics-list">
      {lines.map((line, index) => (
        // Lines may be identical; their positions are not.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="lyrics-line">
          <button
            type="button"
            disabled={line.timeSeconds === null}
            aria-label={line.text === '' ? undefined : t('player.lyricsLine', { words: line.text })}
            onClick={() => playFrom(line)}
            className="min-h-11 max-w-full text-start break-words"
          >
            <LineText line={line} />
          </button>
        </li>
      ))}
    </ol>
  )
}

function LineText({ line: { text, words } }: { line: LyricsLine }) {
  if (!words) return <span className="lyrics-whole">{text === '' ? '·' : text}</span>
  return groupSyllables(words.map((word) => word.text)).map((syllables, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className="whitespace-nowrap">
      {syllables.map((syllable, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} data-word className="lyrics-word">
          {syllable}
          {/* The same text on the highlighter, revealed while it is sung. */}
          <span aria-hidden="true" data-mark={syllable} className="lyrics-mark" />
        </span>
      ))}
    </span>
  ))
}

/** Syllables that no space separates stay on one line. */
function groupSyllables(texts: readonly string[]): string[][] {
  const groups: string[][] = [[]]
  for (const text of texts) {
    groups.at(-1)!.push(text)
    if (text.endsWith(' ')) groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}
