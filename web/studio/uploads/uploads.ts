/** The uploads of this browser window: prepared, waiting, in progress, paused, failed. Two run at a time. The store
 * lives outside of pages, so that navigation or logging in again loses nothing. Finished uploads are in audio-items.ts. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { listPodcastEpisodes, PODCAST_EPISODES_MAX } from '#contract/catalog/episodes.ts'
import { ALBUM_TRACKS_MAX, listAlbumTracks } from '#contract/catalog/tracks.ts'
import { newKey } from '#web/data/api.ts'
import { isUncertain } from '#web/data/api-attempt.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import type { PutFile } from './put-file.ts'
import { guessTitles } from './audio-files.ts'
import type { AudioParent, TextField, Transporting, Upload, UploadChange } from './upload.ts'
import { type Comparing, createAudioItem, explainFailure, findSound, missingAddress, sendOne } from './send.ts'
import { fillIn, inTaggedOrder, readTagsOf } from './tags.ts'

const AT_ONCE_MAX = 2

export type Uploads = {
  uploads: readonly Upload[]
  /** With a site, the tags of the files are read immediately and fill in the fields the user has not edited. `onRead` is
   * called when they have been read. */
  prepare: (parent: AudioParent, files: readonly File[], site?: Transporting, onRead?: () => void) => void
  edit: (key: string, change: UploadChange) => void
  /** Swaps places with the neighbour of the same parent, one up (−1) or down (1). */
  move: (key: string, step: -1 | 1) => void
  remove: (key: string) => void
  /** Moves everything prepared for one parent to another: to the release that has been created meanwhile. */
  adopt: (parentId: string, parent: AudioParent) => void
  /** Resumes an interrupted upload at the byte where it stopped, after its file was chosen again. */
  continueWith: (site: Transporting, parent: AudioParent, content: CutOff, file: File) => void
  /** Replaces the audio of a track or an episode. */
  replace: (site: Transporting, parent: AudioParent, content: { id: string; title: string }, file: File) => void
  /** Sends everything prepared for a parent; `firstOrder` is the position of the first. */
  send: (site: Transporting, parentId: string, firstOrder: number) => void
  /** Pauses an upload; the bytes that have arrived stay on the server. */
  pause: (key: string) => void
  /** Resumes a paused upload where it stopped. */
  resume: (site: Transporting, key: string) => void
  /** Retries a failed upload; bytes that have arrived are not sent again. */
  retry: (site: Transporting, key: string) => void
  cancel: (key: string) => void
}

type CutOff = { id: string; title: string; uploadId: string }

const UNCOMPARED: Comparing = { sample: async () => undefined, onOther: () => undefined }

export function createUploads(put: PutFile, comparing = UNCOMPARED): StoreApi<Uploads> {
  return createStore<Uploads>()((set, get) => {
    const patch = (key: string, change: Partial<Upload>) =>
      set({ uploads: get().uploads.map((one) => (one.key === key ? { ...one, ...change } : one)) })
    const line = createLine({ put, ...comparing }, () => get().uploads, patch)
    const moved = new Set<string>()
    const takeUp = (site: Transporting, contentId: string, added: readonly Upload[]) => {
      const others = get().uploads.filter((one) => one.contentId !== contentId || isActive(one))
      set({ uploads: [...others, ...added] })
      line.advance(site)
    }
    const again = (site: Transporting, key: string) => {
      patch(key, { state: 'waiting', trouble: null })
      line.advance(site)
    }
    return {
      uploads: [],
      prepare: (parent, files, site, onRead) => {
        const added = toUploads(parent, files, { isReading: site !== undefined })
        set({ uploads: [...get().uploads, ...added] })
        if (site === undefined) return
        const setUploads = (change: (uploads: readonly Upload[]) => readonly Upload[]) => {
          set({ uploads: change(get().uploads) })
          line.advance(site)
        }
        void readAllTags(site, added, setUploads, () => !moved.has(parent.id)).then(onRead)
      },
      edit: (key, change) => {
        const before = get().uploads.find((one) => one.key === key)?.touched ?? []
        patch(key, { ...change, touched: [...before, ...textFieldsOf(change)] })
      },
      move: (key, step) => {
        const parentId = get().uploads.find((one) => one.key === key)?.parent.id
        if (parentId !== undefined) moved.add(parentId)
        set({ uploads: swap(get().uploads, key, step) })
      },
      remove: (key) => {
        line.stop(key, 'cancelled')
        set({ uploads: get().uploads.filter((one) => one.key !== key) })
      },
      adopt: (parentId, parent) =>
        set({ uploads: get().uploads.map((one) => (one.parent.id === parentId ? { ...one, parent } : one)) }),
      continueWith: (site, parent, { id, title, uploadId }, file) =>
        takeUp(site, id, toUploads(parent, [file], { title, contentId: id, state: 'waiting', uploadId })),
      replace: (site, parent, { id, title }, file) =>
        takeUp(site, id, toUploads(parent, [file], { title, contentId: id, state: 'waiting', isReplacing: true })),
      send: (site, parentId, firstOrder) => {
        set({ uploads: enqueue(get().uploads, parentId, firstOrder) })
        line.advance(site)
      },
      pause: (key) => {
        const isWaiting = get().uploads.some((one) => one.key === key && one.state === 'waiting')
        if (!line.stop(key, 'paused') && isWaiting) patch(key, { state: 'paused' })
      },
      resume: again,
      retry: again,
      cancel: (key) => {
        const one = get().uploads.find((upload) => upload.key === key)
        const isStopping = line.stop(key, 'cancelled')
        // The previous audio, or the part that has arrived, remains: the row of the track shows it.
        if (one?.isReplacing || one?.uploadId) set({ uploads: get().uploads.filter((upload) => upload.key !== key) })
        else if (!isStopping) patch(key, { state: 'cancelled', part: 0 })
      },
    }
  })
}

type Line = {
  /** Starts the next uploads, as many as may run in parallel. */
  advance: (site: Transporting) => void
  /** Stops an upload in progress; false when it is not running. */
  stop: (key: string, as: 'paused' | 'cancelled') => boolean
}

type Going = { abort: AbortController; stoppedAs: 'paused' | 'cancelled' }

function createLine(
  sendingBy: Comparing & { put: PutFile },
  all: () => readonly Upload[],
  patch: (key: string, change: Partial<Upload>) => void,
): Line {
  const running = new Map<string, Going>()
  let entering: string | null = null

  const advance = (site: Transporting) => {
    const waiting = all().filter((one) => one.state === 'waiting' && one.contentId !== null && !running.has(one.key))
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE_MAX - running.size))) void run(site, upload)
    void enterNext(site)
  }

  /** Creates the entry of every file before its upload starts, so that each
   * has a row that outlives this window. One after the other, in order. */
  const enterNext = async (site: Transporting) => {
    const waiting = all().filter(({ state, contentId }) => state === 'waiting' && contentId === null)
    const next = waiting.find(({ isReading }) => !isReading)
    if (next === undefined || entering !== null) return
    const { key } = next
    entering = key
    try {
      const made = next.isUncertain ? await findSound(site, next, all()) : null
      const { id, presignedUrl } = made ?? (await createAudioItem(site, next, sendingBy))
      patch(key, { contentId: id, presignedUrl: presignedUrl || null, isUncertain: false })
      if (presignedUrl === '') throw missingAddress(id)
      void site.queries.invalidateQueries({ queryKey: listKeyOf(next.parent) })
    } catch (error) {
      patch(key, { state: 'failed', isUncertain: isUncertain(error), ...explainFailure(error) })
    } finally {
      entering = null
      advance(site)
    }
  }

  const run = async (site: Transporting, upload: Upload) => {
    const { key } = upload
    const going: Going = { abort: new AbortController(), stoppedAs: 'cancelled' }
    running.set(key, going)
    patch(key, { state: 'starting', trouble: null })
    try {
      const queryKey = listKeyOf(upload.parent)
      const { signal } = going.abort
      await sendOne({ site, upload, queryKey, ...sendingBy, signal, patch: (change) => patch(key, change) })
      patch(key, { state: 'sent', part: 1 })
    } catch (error) {
      if (!going.abort.signal.aborted) patch(key, { state: 'failed', ...explainFailure(error) })
      else patch(key, { state: going.stoppedAs, ...(going.stoppedAs === 'cancelled' && { part: 0 }) })
    } finally {
      running.delete(key)
      advance(site)
    }
  }

  const stop: Line['stop'] = (key, as) => {
    const going = running.get(key)
    if (going === undefined) return false
    going.stoppedAs = as
    going.abort.abort()
    return true
  }

  return { advance, stop }
}

/** One after the other, so that reading tags does not slow down running uploads. No file is sent before all tags are
 * read, because the tags also determine the order. */
async function readAllTags(
  site: Transporting,
  added: readonly Upload[],
  change: (apply: (uploads: readonly Upload[]) => readonly Upload[]) => void,
  mayOrder: () => boolean,
): Promise<void> {
  for (const { key, file } of added) {
    const tags = await readTagsOf(site.call, file)
    if (tags !== null) change((uploads) => uploads.map((one) => (one.key === key ? fillIn(one, tags) : one)))
  }
  const keys = new Set(added.map(({ key }) => key))
  change((uploads) => {
    const ordered = mayOrder() ? inTaggedOrder(uploads) : uploads
    return ordered.map((one) => (keys.has(one.key) ? { ...one, isReading: false } : one))
  })
}

/** An upload is running or about to start. */
export const isActive = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'waiting' || state === 'starting' || state === 'uploading'

export function listKeyOf(parent: Pick<AudioParent, 'kind' | 'id'>): readonly unknown[] {
  return parent.kind === 'album'
    ? queryKeyOf(listAlbumTracks, { params: { albumId: parent.id }, query: { unpublished: 'true' } })
    : queryKeyOf(listPodcastEpisodes, { params: { podcastId: parent.id }, query: { unpublished: 'true' } })
}

function toUploads(parent: AudioParent, files: readonly File[], known: Partial<Upload> = {}): Upload[] {
  const names = files.map(({ name }) => name)
  const titles = guessTitles(names, parent.artistName)
  return files.map((file, index) => ({
    key: newKey(),
    parent,
    file,
    title: titles[index] ?? file.name,
    description: '',
    lyrics: '',
    isrc: '',
    isExplicit: false,
    order: 0,
    state: 'prepared',
    part: 0,
    trouble: null,
    tags: null,
    touched: [],
    isReading: false,
    isUncertain: false,
    contentId: null,
    uploadId: null,
    presignedUrl: null,
    isReplacing: false,
    ...known,
  }))
}

const textFieldsOf = (change: UploadChange) =>
  Object.keys(change).filter((name): name is TextField => name !== 'isExplicit')

/** Everything prepared for a parent waits to be sent, in its order. Places of what was removed are free again, and positions are
 * not unique: after the last position, all get the last, and come in the order of their creation. */
function enqueue(uploads: readonly Upload[], parentId: string, firstOrder: number): Upload[] {
  let order = firstOrder
  return uploads.map((one) => {
    if (one.parent.id !== parentId || one.state !== 'prepared') return one
    const last = one.parent.kind === 'album' ? ALBUM_TRACKS_MAX : PODCAST_EPISODES_MAX
    return { ...one, title: one.title.trim(), state: 'waiting', order: Math.min(order++, last) }
  })
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
