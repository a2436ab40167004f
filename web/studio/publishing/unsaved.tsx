/** What was typed for a release or podcast, or chosen, but is not saved: publishing names it and leads there. */
import { Link } from '#web/navigation/link.tsx'
import { useDraftNames } from '#web/session/drafts.ts'
import { editPathOf, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { useUploadsOf } from '#web/studio/uploads/window.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

/** By the names of drafts, which are the parts of the edit pages. Other drafts are of nothing that is published here: names,
 * an artist's pick, a playlist's description, messages and comments. */
const PARTS = new Map<string, TranslationKey>([
  ['details', 'studio.partDetails'],
  ['cover', 'studio.partDetails'],
  ['performers', 'studio.partPerformers'],
  ['credits', 'studio.partCredits'],
  ['split', 'studio.partSplit'],
  ['time-splits', 'studio.partTimeSplits'],
  ['lyrics', 'studio.partLyrics'],
  ['artwork', 'studio.partArtwork'],
  ['chapters', 'studio.partChapters'],
  ['downloads', 'records.part'],
  ['notes', 'imagery.partNotes'],
])

type Whole = { parent: AudioParent; title: string }
type Unsaved = { links: { href: string; name: string }[]; files: number }

/** `whole`: null when only the tracks or episodes are published. */
export function useUnsaved(whole: Whole | null, audioItems: readonly AudioItem[]): Unsaved {
  const drafts = useDraftNames()
  const files = useUploadsOf(whole?.parent.id ?? '').filter(({ state }) => state === 'prepared').length
  const contents = [
    ...(whole ? [{ ...whole, id: whole.parent.id, path: `/studio/edit/${whole.parent.kind}/${whole.parent.id}` }] : []),
    ...audioItems.map((item) => ({ id: item.id, title: item.title, path: editPathOf(item) })),
  ]
  const links = drafts.flatMap((draft) => {
    const [part = '', id] = draft.split(' of ')
    const content = contents.find((one) => one.id === id)
    const key = PARTS.get(part)
    if (!content || key === undefined) return []
    const isFirst = part === 'details' || part === 'cover'
    return { href: isFirst ? content.path : `${content.path}?part=${part}`, name: `${content.title}: ${t(key)}` }
  })
  return { links: links.filter(({ href }, index) => links.findIndex((one) => one.href === href) === index), files }
}

export const isUnsaved = ({ links, files }: Unsaved): boolean => links.length + files > 0

export function UnsavedNote({ unsaved }: { unsaved: Unsaved }) {
  if (!isUnsaved(unsaved)) return null
  const { links, files } = unsaved
  return (
    <div role="alert" className="mt-4 rounded-item bg-pink-soft px-4 py-3">
      {links.length > 0 && <p className="text-pink">{t('studio.publishUnsaved')}</p>}
      <ul>
        {links.map(({ href, name }) => (
          <li key={href}>
            <Link to={href} className="inline-flex min-h-11 items-center font-semi underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {files > 0 && <p className="text-pink">{t('studio.publishNotSent', { count: files })}</p>}
    </div>
  )
}
