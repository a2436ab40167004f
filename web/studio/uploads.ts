/** The uploads of this browser window: files prepared, waiting, on their way, failed. Two go at a time.
 * It lives outside of pages, so that walking about or logging in again loses nothing. What has arrived is sounds.ts. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createEpisode, listPodcastEpisodes } from '#contract/podcasts.ts'
import { createTrack, listAlbumTracks } from '#contract/tracks.ts'
import { ApiError, newKey } from '../api.ts'
import { queryKeyOf } from '../queries.ts'
import type { Site } from '../site.ts'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { PutError, type PutFile } from './put-file.ts'
import { extensionOf, guessTitles } from './sound-files.ts'

const AT_ONCE_MAX = 2

export type SoundParent = { kind: 'album' | 'podcast'; id: string; artistName: string }
export type UploadState = 'prepared' | 'waiting' | 'starting' | 'uploading' | 'sent' | 'failed' | 'cancelled'
export type Trouble = { kind: 'login' | 'title' | 'other'; message: string }

export type Upload = {
  key: string
  parent: SoundParent
  file: File
  title: string
  description: string
  isExplicit: boolean
  order: number
  state: UploadState
  /** How much has left, 0..1. */
  part: number
  trouble: Trouble | null
  /** Set once the server knows of it. */
  contentId: string | null
  presignedUrl: string | null
}

export type Uploads = {
  uploads: readonly Upload[]
  prepare: (parent: SoundParent, files: readonly File[]) => void
  edit: (key: string, change: Partial<Pick<Upload, 'title' | 'description' | 'isExplicit'>>) => void
  /** Changes places with the neighbour of the same parent, one up (−1) or down (1). */
  move: (key: string, step: -1 | 1) => void
  remove: (key: string) => void
  /** Sends everything prepared for a parent; `firstOrder` is the place of the first. */
  send: (site: Transporting, parentId: string, firstOrder: number) => void
  retry: (site: Transporting, key: string) => void
  cancel: (key: string) => void
}

/** What an upload needs of the site. */
export type Transporting = Pick<Site, 'call' | 'queries'>

export function createUploads(put: PutFile): StoreApi<Uploads> {
  return createStore<Uploads>()((set, get) => {
    const patch = (key: string, change: Partial<Upload>) =>
      set({ uploads: get().uploads.map((one) => (one.key === key ? { ...one, ...change } : one)) })
    const line = createLine(put, () => get().uploads, patch)
    return {
      uploads: [],
      prepare: (parent, files) => set({ uploads: [...get().uploads, ...toUploads(parent, files)] }),
      edit: (key, change) => patch(key, { ...change, ...(change.title !== undefined && { trouble: null }) }),
      move: (key, step) => set({ uploads: swap(get().uploads, key, step) }),
      remove: (key) => {
        line.stop(key)
        set({ uploads: get().uploads.filter((one) => one.key !== key) })
      },
      send: (site, parentId, firstOrder) => {
        let order = firstOrder
        const uploads = get().uploads.map((one): Upload => {
          if (one.parent.id !== parentId || one.state !== 'prepared') return one
          return { ...one, title: one.title.trim(), state: 'waiting', order: order++ }
        })
        set({ uploads })
        line.advance(site)
      },
      retry: (site, key) => {
        patch(key, { state: 'waiting', trouble: null, part: 0 })
        line.advance(site)
      },
      cancel: (key) => {
        if (!line.stop(key)) patch(key, { state: 'cancelled', part: 0 })
      },
    }
  })
}

type Line = {
  /** Lets the next ones go, as many as may go at once. */
  advance: (site: Transporting) => void
  /** Ends one that is on its way; false when it is not. */
  stop: (key: string) => boolean
}

function createLine(
  put: PutFile,
  all: () => readonly Upload[],
  patch: (key: string, change: Partial<Upload>) => void,
): Line {
  const running = new Map<string, AbortController>()

  const advance = (site: Transporting) => {
    const waiting = all().filter(({ state }) => state === 'waiting')
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE_MAX - running.size))) void run(site, upload)
  }

  const run = async (site: Transporting, upload: Upload) => {
    const { key } = upload
    const abort = new AbortController()
    running.set(key, abort)
    patch(key, { state: 'starting', part: 0, trouble: null })
    try {
      await sendOne({ site, upload, put, signal: abort.signal, patch: (change) => patch(key, change) })
      patch(key, { state: 'sent', part: 1 })
    } catch (error) {
      if (abort.signal.aborted) patch(key, { state: 'cancelled', part: 0 })
      else patch(key, { state: 'failed', part: 0, ...explain(error) })
    } finally {
      running.delete(key)
      advance(site)
    }
  }

  const stop = (key: string) => {
    running.get(key)?.abort()
    return running.has(key)
  }

  return { advance, stop }
}

type Sending = {
  site: Transporting
  upload: Upload
  put: PutFile
  signal: AbortSignal
  patch: (change: Partial<Upload>) => void
}

/** Has the server make the entry, unless it has, and sends the file to the address it named. */
async function sendOne({ site, upload, put, signal, patch }: Sending): Promise<void> {
  const queryKey = listKeyOf(upload.parent)
  let { contentId, presignedUrl: url } = upload
  if (url === null) {
    const made = await createSound(site, upload, signal)
    contentId = made.id
    url = made.presignedUrl || null
    patch({ contentId, presignedUrl: url })
    await site.queries.invalidateQueries({ queryKey })
  }
  if (url === null) {
    console.error('studio: no presigned url', contentId)
    throw new NotStarted()
  }
  patch({ state: 'uploading' })
  await put(url, upload.file, { signal, onProgress: (part) => patch({ part }) }).catch(unlessArrived)
  await site.queries.invalidateQueries({ queryKey })
}

/** Something is on its way, or will be in a moment. */
export const isActive = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'waiting' || state === 'starting' || state === 'uploading'

export function listKeyOf(parent: Pick<SoundParent, 'kind' | 'id'>): readonly unknown[] {
  return parent.kind === 'album'
    ? queryKeyOf(listAlbumTracks, { params: { albumId: parent.id }, query: { unpublished: 'true' } })
    : queryKeyOf(listPodcastEpisodes, { params: { podcastId: parent.id }, query: { unpublished: 'true' } })
}

/** An address takes one file: refused as a second one, it is there already and only the answer was lost. */
function unlessArrived(error: unknown): void {
  if (!(error instanceof PutError && error.status === 409)) throw error
}

/** The server has made the entry but named no address to send the file to. */
class NotStarted extends Error {
  override name = 'NotStarted'
}

function toUploads(parent: SoundParent, files: readonly File[]): Upload[] {
  const names = files.map(({ name }) => name)
  const titles = guessTitles(names, parent.artistName)
  return files.map((file, index) => ({
    key: newKey(),
    parent,
    file,
    title: titles[index] ?? file.name,
    description: '',
    isExplicit: false,
    order: 0,
    state: 'prepared',
    part: 0,
    trouble: null,
    contentId: null,
    presignedUrl: null,
  }))
}

async function createSound(
  { call }: Transporting,
  { parent, title, description, order, file, isExplicit }: Upload,
  signal: AbortSignal,
): Promise<{ id: string; presignedUrl: string }> {
  const sound = { title: title.trim(), order, extension: extensionOf(file.name), ...(isExplicit && { isExplicit }) }
  if (parent.kind === 'album') return call(createTrack, { body: { ...sound, albumId: parent.id } }, { signal })
  const text = description.trim()
  const body = { ...sound, podcastId: parent.id, ...(text !== '' && { description: text }) }
  return call(createEpisode, { body }, { signal })
}

function swap(uploads: readonly Upload[], key: string, step: -1 | 1): Upload[] {
  const moved = [...uploads]
  const from = moved.findIndex((one) => one.key === key)
  const one = moved[from]
  if (!one) return moved
  let to = from + step
  while (moved[to] && (moved[to]?.parent.id !== one.parent.id || moved[to]?.state !== 'prepared')) to += step
  const other = moved[to]
  if (!other) return moved
  moved[from] = other
  moved[to] = one
  return moved
}

function explain(error: unknown): Pick<Upload, 'trouble'> & Partial<Upload> {
  if (error instanceof NotStarted) return trouble('other', t('studio.uploadNotStarted'))
  if (error instanceof PutError) {
    if (error.status === 0) return trouble('other', t('studio.uploadInterrupted'))
    // The address has run out: another try asks for a new one.
    const isSpent = error.status === 403
    return { ...trouble('other', error.reason ?? t('studio.uploadRefused')), ...(isSpent && { presignedUrl: null }) }
  }
  if (error instanceof ApiError && error.status === 401) return trouble('login', t('studio.uploadLoggedOut'))
  if (error instanceof ApiError && error.code === 'title-taken') return trouble('title', error.message)
  return trouble('other', describeFailure(error))
}

const trouble = (kind: Trouble['kind'], message: string) => ({ trouble: { kind, message } })
