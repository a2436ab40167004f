/** The folders that were dropped and are not drafts yet. They are kept when the page changes, like their files (uploads.ts). */
import { create } from 'zustand'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { newKey } from '#web/data/api.ts'
import type { AudioParent, Transporting } from '#web/studio/uploads/upload.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import type { AlbumFolder } from './folders.ts'

/** The ids of all parents of planned files begin with this. */
export const PLANNED = 'folder '

export type PlannedFolder = {
  parentId: string
  /** '' for files outside of any folder. */
  path: string
  count: number
  cover: File | null
  /** What the user chose, if anything. */
  artist?: string
  isIncluded?: boolean
}

type Planned = {
  folders: readonly PlannedFolder[]
  change: (parentId: string, change: Pick<PlannedFolder, 'artist' | 'isIncluded'>) => void
  add: (folders: readonly PlannedFolder[]) => void
  drop: (parentId: string) => void
}

export const usePlanned = create<Planned>()((set, get) => ({
  folders: [],
  add: (folders) => set({ folders: [...get().folders, ...folders] }),
  change: (parentId, change) =>
    set({ folders: get().folders.map((one) => (one.parentId === parentId ? { ...one, ...change } : one)) }),
  drop: (parentId) => set({ folders: get().folders.filter((one) => one.parentId !== parentId) }),
}))

/** As many folders at a time as the server reads files concurrently. */
const READ_AT_ONCE = 2

/** Lists the folders that are not listed yet, and reads their tags, except of folders with too many files. */
export async function planFolders(
  site: Transporting,
  found: readonly AlbumFolder<File>[],
  coverOf: (pictures: readonly File[]) => File | null,
): Promise<void> {
  const listed = usePlanned.getState().folders
  const albums = found.filter(({ path }) => path === '' || listed.every((one) => one.path !== path))
  const folders = albums.map(({ path, files, pictures }) => {
    return { parentId: PLANNED + newKey(), path, count: files.length, cover: coverOf(pictures) }
  })
  usePlanned.getState().add(folders)
  const waiting = [...folders.entries()].filter(([, { count }]) => count <= ALBUM_TRACKS_MAX)
  const readNext = async (): Promise<void> => {
    const [index, folder] = waiting.shift() ?? []
    if (index === undefined || folder === undefined) return
    await new Promise<void>((resolve) => uploadActions.prepare(parentOf(folder), albums[index]!.files, site, resolve))
    return readNext()
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext))
}

const parentOf = ({ parentId }: PlannedFolder): AudioParent => ({ kind: 'album', id: parentId, artistName: '' })
