/** The uploads of this browser window: files prepared, waiting, on their way, paused, failed. Two go at a time.
 * It lives outside of pages, so that walking about or logging in again loses nothing. What has arrived is sounds.ts. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { listPodcastEpisodes } from '#contract/episodes.ts'
import { listAlbumTracks } from '#contract/tracks.ts'
import { newKey } from '../api.ts'
import { isUncertain } from '../api-attempt.ts'
import { queryKeyOf } from '../queries.ts'
import type { PutFile } from './put-file.ts'
import { guessTitles } from './sound-files.ts'
import type { SoundParent, TextField, Transporting, Upload, UploadChange } from './upload.ts'
import { createSound, explainFailure, findSound, missingAddress, sendOne } from './uploads-send.ts'
import { fillIn, inTaggedOrder, readTagsOf } from './uploads-tags.ts'

const AT_ONCE_MAX = 2

export type Uploads = {
  uploads: readonly Upload[]
  /** With a site, the tags of the files are read at once and fill in what nobody has written. */
  prepare: (parent: SoundParent, files: readonly File[], site?: Transporting) => void
  edit: (key: string, change: UploadChange) => void
  /** Changes places with the neighbour of the same parent, one up (−1) or down (1). */
  move: (key: string, step: -1 | 1) => void
  remove: (key: string) => void
  /** Everything prepared for a parent is for another one from now on: for the release that has been made meanwhile. */
  adopt: (parentId: string, parent: SoundParent) => void
  /** Goes on with an upload that was cut off, at the byte where it stopped: its file was chosen again. */
  continueWith: (site: Transporting, parent: SoundParent, content: CutOff, file: File) => void
  /** Sends a file in the place of the sound that a track or an episode has. */
  replace: (site: Transporting, parent: SoundParent, content: { id: string; title: string }, file: File) => void
  /** Sends everything prepared for a parent; `firstOrder` is the place of the first. */
  send: (site: Transporting, parentId: string, firstOrder: number) => void
  /** Holds one that is on its way or waiting; what has arrived of it stays there. */
  pause: (key: string) => void
  /** Goes on with a paused one, from where it was. */
  resume: (site: Transporting, key: string) => void
  /** Once more after a failure; what has arrived already is not sent again. */
  retry: (site: Transporting, key: string) => void
  cancel: (key: string) => void
}

type CutOff = { id: string; title: string; uploadId: string }

export function createUploads(put: PutFile): StoreApi<Uploads> {
  return createStore<Uploads>()((set, get) => {
    const patch = (key: string, change: Partial<Upload>) =>
      set({ uploads: get().uploads.map((one) => (one.key === key ? { ...one, ...change } : one)) })
    const line = createLine(put, () => get().uploads, patch)
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
      prepare: (parent, files, site) => {
        const added = toUploads(parent, files, { isReading: site !== undefined })
        set({ uploads: [...get().uploads, ...added] })
        if (site === undefined) return
        const setUploads = (change: (uploads: readonly Upload[]) => readonly Upload[]) => {
          set({ uploads: change(get().uploads) })
          line.advance(site)
        }
        void readAllTags(site, added, setUploads, () => !moved.has(parent.id))
      },
      edit: (key, change) => {
        const touched = Object.keys(change).filter((name): name is TextField => name !== 'isExplicit')
        const before = get().uploads.find((one) => one.key === key)?.touched ?? []
        patch(key, {
          ...change,
          touched: [...before, ...touched],
        })
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
        let order = firstOrder
        const uploads = get().uploads.map((one): Upload => {
          if (one.parent.id !== parentId || one.state !== 'prepared') return one
          return { ...one, title: one.title.trim(), state: 'waiting', order: order++ }
        })
        set({ uploads })
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
        // The sound that was there stays, or what has arrived does: the row of the track says so.
        if (one?.isReplacing || one?.uploadId) set({ uploads: get().uploads.filter((upload) => upload.key !== key) })
        else if (!isStopping) patch(key, { state: 'cancelled', part: 0 })
      },
    }
  })
}

type Line = {
  /** Lets the next ones go, as many as may go at once. */
  advance: (site: Transporting) => void
  /** Ends one that is on its way; false when it is not. */
  stop: (key: string, as: 'paused' | 'cancelled') => boolean
}

type Going = { abort: AbortController; stoppedAs: 'paused' | 'cancelled' }

function createLine(
  put: PutFile,
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

  /** The server hears of every file before it is that file's turn, so that each has a row that outlives this window. One after
   * the other, in their order. */
  const enterNext = async (site: Transporting) => {
    const waiting = all().filter(({ state, contentId }) => state === 'waiting' && contentId === null)
    const next = waiting.find(({ isReading }) => !isReading)
    if (next === undefined || entering !== null) return
    const { key } = next
    entering = key
    try {
      const made = next.isUncertain ? await findSound(site, next, all()) : null
      const { id, presignedUrl } = made ?? (await createSound(site, next))
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
      await sendOne({ site, upload, queryKey, put, signal, patch: (change) => patch(key, change) })
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

/** One after the other: reading tags must not take the line from what is on its way. None of them goes before all are read, for
 * their tags also say their order. */
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

/** Something is on its way, or will be in a moment. */
export const isActive = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'waiting' || state === 'starting' || state === 'uploading'

export function listKeyOf(parent: Pick<SoundParent, 'kind' | 'id'>): readonly unknown[] {
  return parent.kind === 'album'
    ? queryKeyOf(listAlbumTracks, { params: { albumId: parent.id }, query: { unpublished: 'true' } })
    : queryKeyOf(listPodcastEpisodes, { params: { podcastId: parent.id }, query: { unpublished: 'true' } })
}

function toUploads(parent: SoundParent, files: readonly File[], known: Partial<Upload> = {}): Upload[] {
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
