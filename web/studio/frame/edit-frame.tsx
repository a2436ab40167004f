/** The shared frame of edit pages: header, back link, and a row of links to the parts.
 * Parts stay mounted after they were opened, so that input is not lost when another part is opened. */
import { use, useState, type ReactNode } from 'react'
import { type Action, may } from '#contract/team-roles.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t } from '#web/words/words.ts'
import { RoleContext } from '#web/studio/content/role.ts'
import { SelectedInView } from './selected-in-view.tsx'

/** `needs`: for those who may do this only. */
export type EditPart = { key: string; name: string; panel: ReactNode; needs?: Action }

export type EditFrameProps = {
  /** Distinguishes a song from a release of the same title. */
  kind: string
  title: string
  back: { href: string; name: string }
  cover: { url: string | null; seed: string; isRound?: boolean }
  actions?: ReactNode
  /** Between the header and the parts. */
  state?: ReactNode
  parts: readonly EditPart[]
}

export function EditFrame({ kind, title, back, cover, actions, state, parts: allParts }: EditFrameProps) {
  const role = use(RoleContext)
  const parts = allParts.filter(({ needs }) => needs === undefined || may(role, needs))
  const [search] = useSearchParams()
  const selected = parts.find(({ key }) => key === search.get('part')) ?? parts[0]
  const [seen, setSeen] = useState<readonly string[]>([])
  if (selected && !seen.includes(selected.key)) setSeen([...seen, selected.key])
  return (
    <>
      <p className="mb-3">
        <Link
          to={back.href}
          className="inline-flex min-h-11 items-center gap-1 font-semi text-ink-2 hover:text-ink hover:underline"
        >
          <ChevronRightIcon size={18} aria-hidden="true" className="rotate-180" />
          {back.name}
        </Link>
      </p>
      <header className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Cover
          src={cover.url}
          alt=""
          seed={cover.seed}
          shape={cover.isRound ? 'round' : 'square'}
          sizes="72px"
          isEager
          className="size-16 shrink-0 md:size-18"
        />
        <div className="min-w-0 flex-1 basis-52">
          <p className="mb-1 text-sm font-semi text-ink-2">{kind}</p>
          <h1 className="title-great line-clamp-2">{title}</h1>
        </div>
        {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
      </header>
      {state}
      {parts.length > 1 && (
        <SelectedInView selected={selected?.key ?? ''}>
          <TabLinks
            label={t('studio.parts')}
            isOnePage
            links={parts.map(({ key, name }, index) => ({
              href: index === 0 ? '?' : `?part=${key}`,
              name,
              isSelected: key === selected?.key,
            }))}
          />
        </SelectedInView>
      )}
      {parts
        .filter(({ key }) => seen.includes(key))
        .map(({ key, name, panel }) => (
          <section key={key} aria-label={name} hidden={key !== selected?.key} className="mt-7">
            {panel}
          </section>
        ))}
    </>
  )
}
