/** The liner notes of a record: a photograph in two inks beside the text, whose first sentence is large, and the credits. Without
 * a photograph, the first sentence goes across the colours of the page. */
import { getLinerNotes } from '#contract/catalog/imagery.ts'
import type { Wire } from '#contract/endpoint.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { MarkdownBlocks } from '#web/ui/markdown-blocks.tsx'
import { parseMarkdown, type Block } from '#protocols/markdown.ts'
import { t } from '#web/words/words.ts'
import { CreditLines, type Credit } from './credits.tsx'
import { NotesPrint } from './print.tsx'
import { partSentences } from './sentences.ts'

type Notes = Wire<typeof getLinerNotes>
type Photograph = Notes['photographs'][number]

const LEAD_CHARACTERS = 140

export function LinerNotes({ albumId, credits }: { albumId: string; credits: readonly Credit[] }) {
  const notes = usePageData(getLinerNotes, { params: { albumId } })
  return <NotesBody text={notes?.text ?? ''} photographs={notes?.photographs ?? []} credits={credits} />
}

/** Also the studio's preview. */
export function NotesBody({
  text,
  photographs,
  credits,
  level: Heading = 'h2',
}: Pick<Notes, 'photographs'> & { text: string; credits: readonly Credit[]; level?: 'h2' | 'h3' }) {
  const { lead, blocks } = partLead(parseMarkdown(text))
  const [first, ...others] = photographs
  if (first === undefined && lead === '' && blocks.length === 0 && credits.length === 0) return null
  const words = (
    <>
      {blocks.length > 0 && (
        <div className="flex max-w-[62ch] flex-col gap-4 text-[clamp(1rem,0.9rem+0.4vw,1.25rem)] leading-[1.5]">
          <MarkdownBlocks blocks={blocks} />
        </div>
      )}
      <CreditLines credits={credits} />
    </>
  )
  const heading = <Heading className="mb-4 text-sm font-semi">{t('imagery.notes')}</Heading>
  if (first === undefined) {
    return (
      <section className="mt-(--band)">
        {heading}
        {lead !== '' && <p className="notes-lead">{lead}</p>}
        <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2 [&>:only-child]:lg:col-span-2">{words}</div>
      </section>
    )
  }
  return (
    <section className="paper bleed">
      <div className="grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <NotesFigure photograph={first} className="size-full min-h-72 object-cover" />
        <div className="flex min-w-0 flex-col gap-8 px-(--gut) py-[clamp(2rem,5vw,5rem)] md:pl-[clamp(1.5rem,4vw,4rem)]">
          <div>
            {heading}
            {lead !== '' && <p className="title-1">{lead}</p>}
          </div>
          {words}
        </div>
      </div>
      {others.length > 0 && (
        <ul className="grid [grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr))]">
          {others.map((photograph) => (
            <li key={photograph.id}>
              <NotesFigure photograph={photograph} className="h-[clamp(12rem,24vw,26rem)] w-full object-cover" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NotesFigure({ photograph, className }: { photograph: Photograph; className: string }) {
  const { url, print, alt, caption } = photograph
  return (
    <figure className="relative h-full min-w-0">
      <a href={url} target="_blank" rel="noopener noreferrer" className="block size-full">
        <NotesPrint print={print} alt={alt ?? caption ?? t('imagery.openPicture')} className={className} />
      </a>
      {caption !== null && (
        <figcaption className="pointer-events-none absolute inset-x-0 bottom-0 px-(--gut) pb-4 text-sm text-(--cream)">
          {caption}
        </figcaption>
      )}
    </figure>
  )
}

/** The first sentence, or a heading at the beginning, is set large. */
function partLead(blocks: readonly Block[]): { lead: string; blocks: readonly Block[] } {
  const [first, ...others] = blocks
  if (first?.kind !== 'heading' && first?.kind !== 'paragraph') return { lead: '', blocks }
  const [span, ...spans] = first.spans
  if (span === undefined) return { lead: '', blocks }
  if (first.kind === 'heading') return { lead: first.spans.map(({ text }) => text).join(''), blocks: others }
  const { lead, rest } = partSentences(span.text, 1, LEAD_CHARACTERS)
  const isEnded = rest !== '' || spans.length === 0
  if (span.kind !== 'text' || lead === '' || !isEnded) return { lead: '', blocks }
  const left = [...(rest === '' ? [] : [{ ...span, text: rest }]), ...spans]
  return { lead, blocks: left.length === 0 ? others : [{ ...first, spans: left }, ...others] }
}
