/** The splits of a release, podcast, track or episode: the owner alone, those of its parent, or its own, with the
 * editor to set and change them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listSplitVersions } from '#contract/catalog/split-offers.ts'
import { getSplit } from '#contract/catalog/splits.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useAccount, type Account } from '#web/session/account.ts'
import { useDraft } from '#web/session/drafts.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PeopleIcon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { EditorFailure } from '#web/studio/editors/wait.tsx'
import { previewSplit, formatShare, type SplitDraft } from './draft.ts'
import { Agreements } from './agreements.tsx'
import { SplitEditor } from './editor.tsx'
import { SplitInvitations } from './invitations.tsx'
import { OutsideRecipients } from './outside.tsx'
import { RemoveSplit } from './remove.tsx'
import { PreviewBar, type SplitRecipient, type Preview, type SplitOf } from './preview.tsx'

/** `artist`: shown for an owner without a display name. */
export function SplitBox({ of, parent, artist }: { of: SplitOf; parent?: SplitOf; artist: string }) {
  return (
    <section aria-labelledby="split-title" className="rounded-bar border border-line bg-highlight p-5">
      <h2 id="split-title" tabIndex={-1} data-quiet-focus className="mb-2 text-lg">
        {t('studio.splitTitle')}
      </h2>
      <SplitPartOf of={of} artist={artist} {...(parent && { parent })} />
    </section>
  )
}

/** The same without box and heading. `parent`: the release or
 * podcast whose splits apply as long as there are no own ones. */
function SplitPartOf({ of, parent, artist }: { of: SplitOf; parent?: SplitOf; artist: string }) {
  const { data: account } = useAccount()
  const { own, above } = useSplits(of, parent)
  const { isEditing, edit, typed, check, close } = useEditing(of)
  const opener = useRef<HTMLButtonElement>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const preview = usePreview(account, artist)
  const failed = [own, above].find(({ error }) => error !== null)
  if (failed) return <EditorFailure query={failed} />
  if (own.data === undefined || !account || (parent && above.data === undefined)) return <Skeleton className="h-24" />
  const existing = own.data && toUsers(own.data)
  if (isEditing) {
    return (
      <SplitEditor
        of={of}
        account={account}
        existing={existing}
        preview={preview}
        typed={typed}
        check={check}
        onClose={() => {
          close()
          requestAnimationFrame(() => opener.current?.focus())
        }}
        onSaved={() => {
          close()
          // The editor is closed by now; its result is shown below this heading.
          focusHeading()
        }}
      />
    )
  }
  // Without a parent, that query is the one of its own splits.
  const inherited = parent && above.data ? toUsers(above.data) : null
  const alone = [{ name: account.name, displayName: account.displayName, share: 1 }]
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{t(textOf(existing, inherited, parent))}</p>
      <PreviewBar parts={preview(existing ?? inherited ?? alone)} />
      <Agreements of={of} ownName={account.name} preview={preview} />
      <SplitInvitations of={of} />
      <OutsideRecipients of={of} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          ref={opener}
          kind="quiet"
          size="small"
          icon={<PeopleIcon size={17} aria-hidden="true" />}
          onClick={() => {
            edit()
            // The button is replaced by the editor.
            focusHeading()
          }}
          className="max-md:min-h-11"
        >
          {t(existing ? 'editors.splitChange' : parent ? 'editors.splitOwn' : 'studio.splitBegin')}
        </Button>
        {existing && (
          <Button kind="quiet" size="small" onClick={() => setIsRemoving(true)} className="max-md:min-h-11">
            {t('studio.splitRemoveIt')}
          </Button>
        )}
      </div>
      {isRemoving && (
        <RemoveSplit of={of} next={inherited ?? alone} preview={preview} onClose={() => setIsRemoving(false)} />
      )}
    </>
  )
}

const focusHeading = () => document.getElementById('split-title')?.focus()

/** What is typed opens the editor again. */
function useEditing(of: SplitOf) {
  const { call } = useSite()
  const queries = useQueryClient()
  const [isOpened, setIsOpened] = useState(false)
  const draft = `split of ${of.contentId}`
  const typed = useDraft<SplitDraft | null>(draft, null)
  const query = callQuery(call, listSplitVersions, { params: of })
  const { data } = useQuery(query)
  const requireOrigin = useOrigin(draft, typed.isChanged, data && newestOf(data))
  const check = () => requireOrigin(null, async () => newestOf(await queries.fetchQuery({ ...query, staleTime: 0 })))
  const close = () => {
    setIsOpened(false)
    typed.reset()
  }
  return { isEditing: isOpened || typed.isChanged, edit: () => setIsOpened(true), typed, check, close }
}

/** Every change of a split makes a version, also one that waits for somebody. */
const newestOf = ([newest]: Wire<typeof listSplitVersions>) => newest?.versionId ?? null

/** The splits of the content, and those of its parent. Without a parent, `above` is unused. */
function useSplits(of: SplitOf, parent: SplitOf | undefined) {
  const { call } = useSite()
  const own = useQuery({ ...callQuery(call, getSplit, { params: of }), retry: false })
  const above = useQuery({
    ...callQuery(call, getSplit, { params: parent ?? of }),
    retry: false,
    enabled: parent !== undefined,
  })
  return { own, above }
}

function textOf(
  existing: SplitRecipient[] | null,
  inherited: SplitRecipient[] | null,
  parent: SplitOf | undefined,
): TranslationKey {
  if (existing) return 'studio.splitIs'
  if (inherited) return 'editors.splitInherited'
  return parent ? 'editors.splitInheritedAlone' : 'studio.splitAlone'
}

function toUsers(split: {
  splitRecipients: readonly { share: number; user: Omit<SplitRecipient, 'share'> }[]
}): SplitRecipient[] {
  return split.splitRecipients.map(({ share, user }) => ({ ...user, share }))
}

export function usePreview(account: Account | undefined, artist?: string): Preview {
  const { feePpm, brandName: brand } = useSettings()
  const houseName = t('studio.splitHouse', { brand, percent: formatShare(feePpm / 10_000).replace(' %', '') })
  return (users) =>
    previewSplit({
      feePpm,
      houseName,
      recipients: users.map(({ name, displayName, share }) => {
        const isOwn = name === account?.name
        const shown = displayName || (isOwn && artist) || name
        return { name, share, shownAs: isOwn ? t('studio.splitYou', { name: shown }) : shown }
      }),
    })
}
