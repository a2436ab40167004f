/** Sends one upload: has the server make the entry, then the file to the address it named, and asks for another address
 * when that one has run out. Which go when is uploads.ts. */
import { createEpisode, updateEpisode } from '#contract/episodes.ts'
import { createTrack, updateTrack } from '#contract/tracks.ts'
import { completeUpload, renewUpload, uploadIdOf } from '#contract/uploads.ts'
import { ApiError } from '../api.ts'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { isOurAddress, PutError, type PutFile } from './put-file.ts'
import { extensionOf } from './sound-files.ts'
import type { Transporting, Trouble, Upload } from './upload.ts'

type Sending = {
  site: Transporting
  upload: Upload
  /** Of the list it stands in afterwards. */
  queryKey: readonly unknown[]
  put: PutFile
  signal: AbortSignal
  patch: (change: Partial<Upload>) => void
}

/** The server has made the entry but named no address to send the file to. */
class NotStarted extends Error {
  override name = 'NotStarted'
}

/** Has the server make the entry, unless it has, and sends the file. */
export async function sendOne({ site, upload, queryKey, put, signal, patch }: Sending): Promise<void> {
  let { contentId, presignedUrl: url } = upload
  if (url === null) {
    const made = await (upload.isReplacing ? replaceSound : createSound)(site, upload, signal)
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
  const options = { signal, onProgress: (part: number) => patch({ part }) }
  try {
    await put(url, upload.file, options)
  } catch (error) {
    if (hasArrived(error)) return
    const uploadId = isSpent(error) ? uploadIdOf(url) : null
    if (uploadId === null) throw error
    // Still the same upload: what has arrived of it stays.
    url = (await site.call(renewUpload, { params: { uploadId } }, { signal })).presignedUrl
    patch({ presignedUrl: url })
    await put(url, upload.file, options).catch((again: unknown) => {
      if (!hasArrived(again)) throw again
    })
  }
  await tellArrived(site, url, signal)
  await site.queries.invalidateQueries({ queryKey })
}

/** Another's store tells our server nothing. */
async function tellArrived({ call }: Transporting, url: string, signal: AbortSignal): Promise<void> {
  const uploadId = uploadIdOf(url)
  if (uploadId === null || isOurAddress(url)) return
  await call(completeUpload, { params: { uploadId } }, { signal })
}

/** An address takes one file: refused as a second one, it is there already and only the answer was lost. */
const hasArrived = (error: unknown) => error instanceof PutError && error.status === 409
/** The address has run out. */
const isSpent = (error: unknown) => error instanceof PutError && error.status === 403

async function createSound(
  { call }: Transporting,
  { parent, title, description, lyrics, isrc, order, file, isExplicit }: Upload,
  signal: AbortSignal,
): Promise<{ id: string; presignedUrl: string }> {
  const sound = { title: title.trim(), order, extension: extensionOf(file.name), ...(isExplicit && { isExplicit }) }
  if (parent.kind === 'album') {
    const words = lyrics.trim()
    const code = isrc.trim()
    const body = {
      ...sound,
      albumId: parent.id,
      ...(words !== '' && { lyrics: words }),
      ...(code !== '' && { isrc: code }),
    }
    return call(createTrack, { body }, { signal })
  }
  const text = description.trim()
  const body = { ...sound, podcastId: parent.id, ...(text !== '' && { description: text }) }
  return call(createEpisode, { body }, { signal })
}

/** Asks where the new sound of something that is there already may be sent to. */
async function replaceSound(
  { call }: Transporting,
  { parent, contentId, file }: Upload,
  signal: AbortSignal,
): Promise<{ id: string; presignedUrl: string }> {
  const id = contentId ?? ''
  const extension = extensionOf(file.name)
  const answer = await (parent.kind === 'album'
    ? call(updateTrack, { body: { trackId: id, extension } }, { signal })
    : call(updateEpisode, { body: { episodeId: id, extension } }, { signal }))
  return { id, presignedUrl: answer.presignedUrl ?? '' }
}

export function explainFailure(error: unknown): { trouble: Trouble } {
  if (error instanceof NotStarted) return trouble('other', t('studio.uploadNotStarted'))
  if (error instanceof PutError) {
    if (error.status === 0) return trouble('other', t('studio.uploadInterrupted'))
    return trouble(error.status === 503 ? 'room' : 'other', error.reason ?? t('studio.uploadRefused'))
  }
  if (error instanceof ApiError) {
    if (error.status === 401) return trouble('login', t('studio.uploadLoggedOut'))
    if (error.code === 'title-taken') return trouble('title', error.message)
    if (error.code === 'storage-full' || error.code === 'upload-quota-reached') return trouble('room', error.message)
  }
  return trouble('other', describeFailure(error))
}

const trouble = (kind: Trouble['kind'], message: string) => ({ trouble: { kind, message } })
