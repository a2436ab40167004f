/** The beginning of a text that is set large: its first sentences, if they are short enough. */

/** Ends at a full stop, question or exclamation mark, with what closes a quotation; full-width ones need no space. */
const SENTENCE = /^[\s\S]*?(?:[.!?…]["”’»)]*(?=\s|$)|[。！？][」』）]*)/

export type Parted = { lead: string; rest: string }

/** Up to `count` sentences of the first paragraph with at most `most` characters; '' if not even one is that short. */
export function partSentences(text: string, count: number, most: number): Parted {
  const [first = ''] = text.trimStart().split('\n', 1)
  let lead = ''
  for (let taken = 0; taken < count; taken++) {
    const left = first.slice(lead.length)
    const next = SENTENCE.exec(left)?.[0] ?? left
    if (next.trim() === '' || lead.length + next.trimEnd().length > most) break
    lead += next
  }
  return { lead: lead.trim(), rest: text.trimStart().slice(lead.length).trim() }
}
