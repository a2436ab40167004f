/** Many albums at once: a folder of albums becomes drafts, and each draft shows what it lacks until all are published. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listDrafts } from '#contract/catalog/bulk/drafts.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import type { Own } from '#web/studio/content/own.ts'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { StudioFrame, StudioHeading } from '#web/studio/frame/studio-frame.tsx'
import { DraftList } from './import/draft-list.tsx'
import { albumFolders } from './import/folders.ts'
import { type Draft, planFolder } from './import/plan.ts'
import { PlanList } from './import/plan-list.tsx'
import { PLANNED, planFolders, usePlanned } from './import/planned.ts'
import { useGenreNamed } from '#web/studio/release/form.tsx'
import { coverAmong } from '#web/studio/release/guess.ts'
import { AudioDrop, isPicture } from '#web/studio/uploads/audio-drop.tsx'
import { useSendingTo, useUploadsUnder } from '#web/studio/uploads/window.ts'

const FILES_MAX = 3_000
const POLL_MS = 2_000
/** Files that are awaited may come from another device, or never. */
const POLL_SLOWLY_MS = 5_000

export function Page() {
  return <StudioFrame>{(own) => <Drafts own={own} />}</StudioFrame>
}

function Drafts({ own }: { own: Own }) {
  const site = useSite()
  // Their tracks appear in the list one after the other.
  const isSending = useSendingTo().length > 0
  const pictures = useRef<File[]>([])
  const drafts = useQuery({
    ...callQuery(site.call, listDrafts, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (isSending ? POLL_MS : pollOf(state.data ?? [])),
  })
  useEffect(() => {
    if (!isSending) return undefined
    return () => void site.queries.invalidateQueries({ queryKey: queryKeyOf(listDrafts) })
  }, [site, isSending])
  const folders = usePlanned((planned) => planned.folders)
  const addFiles = (files: File[]) => {
    const albums = albumFolders([...files, ...pictures.current], isPicture)
    pictures.current = []
    void planFolders(site, albums, (found) => coverAmong(found) ?? null)
  }
  return (
    <>
      <StudioHeading title={t('drafts.open')} lead={t('drafts.lead')} />
      <AudioDrop
        room={FILES_MAX}
        roomMax={FILES_MAX}
        isLarge={folders.length + (drafts.data?.length ?? 0) === 0}
        hasFolderButton
        onFiles={addFiles}
        onPictures={(found) => {
          pictures.current = found
        }}
      />
      {drafts.data === undefined ? (
        <EditorWait query={drafts} />
      ) : (
        <>
          {folders.length > 0 && <Plans own={own} drafts={drafts.data} />}
          {(drafts.data.length > 0 || folders.length === 0) && <DraftList drafts={drafts.data} />}
        </>
      )}
    </>
  )
}

function Plans({ own, drafts }: { own: Own; drafts: readonly Draft[] }) {
  const folders = usePlanned((planned) => planned.folders)
  const uploads = Map.groupBy(useUploadsUnder(PLANNED), ({ parent }) => parent.id)
  // The first tracks of a new draft are being created here.
  const sendingTo = useSendingTo()
  const known = drafts.filter(({ id, tracks }) => tracks.length > 0 || !sendingTo.includes(id))
  const findGenre = useGenreNamed()
  const plans = folders.map((folder) =>
    planFolder(folder, uploads.get(folder.parentId) ?? [], { own, drafts: known, findGenre }),
  )
  return <PlanList plans={plans} own={own} />
}

function pollOf(drafts: readonly Draft[]): number | false {
  const states = new Set(drafts.flatMap(({ tracks }) => tracks.map(({ state }) => state)))
  return states.has('preparing') ? POLL_MS : states.has('awaiting') && POLL_SLOWLY_MS
}
