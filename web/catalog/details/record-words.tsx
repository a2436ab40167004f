/** What an artist says about a record: the first sentences large, the others as text. */
import { partSentences } from './sentences.ts'

const LEAD_SENTENCES = 2
const LEAD_CHARACTERS = 160

export function RecordWords({ text }: { text: string }) {
  const { lead, rest } = partSentences(text, LEAD_SENTENCES, LEAD_CHARACTERS)
  return (
    <section className="mt-(--band)">
      {lead !== '' && <p className="max-w-[26ch] title-1">{lead}</p>}
      {rest !== '' && <p className="mt-6 max-w-[62ch] text-lg whitespace-pre-line">{rest}</p>}
    </section>
  )
}
