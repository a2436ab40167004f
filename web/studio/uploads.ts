/** The uploads of this browser window: files prepared, waiting, on their way, failed. Two go at a time.
 * It lives outside of pages, so that walking about or logging in again loses nothing. What has arrived is sounds.ts. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createEpisode, listPodcastEpisodes } from '#contract/podcasts.ts'
import { createTrack, listAlbumTracks } from '#contract/tracks.ts'
import { ApiError } from '../api.ts'
import { queryKeyOf } from '../queries.ts'
import type { Site } from '../site.ts'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { PutError, type PutFile } from './put-file.ts'
import { extensionOf, guessTitle } from './sound-files.ts'

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
  const aborts = new Map<string, AbortController>()
  const store = createStore<Uploads>()((set, get) => {
    const patch = (key: string, change: Partial<Upload>) =>
      set({ uploads: get().uploads.map((one) => (one.key === key ? { ...one, ...change } : one)) })
    const find = (key: string) => get().uploads.find((one) => one.key === key)

    const pump = (site: Transporting) => {
      const free = AT_ONCE_MAX - aborts.size
      const next = get().uploads.filter(({ state }) => state === 'waiting')
      for (const upload of next.slice(0, Math.max(0, free))) void run(site, upload.key)
    }

    const run = async (site: Transporting, key: string) => {
      const abort = new AbortController()
      aborts.set(key, abort)
      try {
        await sendOne(site, key, abort.signal)
        patch(key, { state: 'sent', part: 1 })
      } catch (error) {
        if (abort.signal.aborted) patch(key, { state: 'cancelled', part: 0 })
        else patch(key, { state: 'failed', part: 0, ...explain(error) })
      } finally {
        aborts.delete(key)
        pump(site)
      }
    }

    const sendOne = async (site: Transporting, key: string, signal: AbortSignal) => {
      patch(key, { state: 'starting', part: 0, trouble: null })
      const upload = find(key)
      if (!upload) return
      let url = upload.presignedUrl
      if (url === null) {
        const made = await createSound(site, upload, signal)
        url = made.presignedUrl || null
        patch(key, { contentId: made.id, presignedUrl: url })
        await site.queries.invalidateQueries({ queryKey: listKeyOf(upload.parent) })
      }
      if (url === null) {
        console.error('studio: no presigned url', find(key)?.contentId)
        throw new NotStarted()
      }
      patch(key, { state: 'uploading' })
      await put(url, upload.file, { signal, onProgress: (part) => patch(key, { part }) }).catch(unlessArrived)
      await site.queries.invalidateQueries({ queryKey: listKeyOf(upload.parent) })
    }

    return {
      uploads: [],
      prepare: (parent, files) => set({ uploads: [...get().uploads, ...files.map((file) => toUpload(parent, file))] }),
      edit: (key, change) => {
        const trouble = change.title === undefined ? {} : { trouble: null }
        patch(key, { ...change, ...trouble })
      },
      move: (key, step) => set({ uploads: swap(get().uploads, key, step) }),
      remove: (key) => {
        aborts.get(key)?.abort()
        set({ uploads: get().uploads.filter((one) => one.key !== key) })
      },
      send: (site, parentId, firstOrder) => {
        let order = firstOrder
        const uploads = get().uploads.map((one): Upload => {
          if (one.parent.id !== parentId || one.state !== 'prepared') return one
          return { ...one, title: one.title.trim(), state: 'waiting', order: order++ }
        })
        set({ uploads })
        pump(site)
      },
      retry: (site, key) => {
        patch(key, { state: 'waiting', trouble: null, part: 0 })
        pump(site)
      },
      cancel: (key) => {
        const abort = aborts.get(key)
        if (abort) abort.abort()
        else patch(key, { state: 'cancelled', part: 0 })
      },
    }
  })
  return store
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

function toUpload(parent: SoundParent, file: File): Upload {
  return {
    key: crypto.randomUUID(),
    parent,
    file,
    title: guessTitle(file.name, parent.artistName),
    description: '',
    isExplicit: false,
    order: 0,
    state: 'prepared',
    part: 0,
    trouble: null,
    contentId: null,
    presignedUrl: null,
  }
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
