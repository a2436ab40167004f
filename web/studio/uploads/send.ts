/** Sends one upload: creates its entry on the server, sends the file to the presigned URL, and gets a new URL when
 * that one has expired. The order of uploads is uploads.ts. */
import { createEpisode, listPodcastEpisodes, updateEpisode } from '#contract/catalog/episodes.ts'
import { createTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { TITLE_MAX } from '#contract/fields.ts'
import { type AnnouncedFile, listOpenUploads, renewUpload, uploadIdOf } from '#contract/catalog/uploads.ts'
import { ApiError } from '#web/data/api.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { PutError, type PutFile } from './put-file.ts'
import { extensionOf } from './audio-files.ts'
import type { Tags, Transporting, UploadProblem, Upload } from './upload.ts'

/** How files are compared. */
export type Comparing = {
  sample: (file: File) => Promise<string | undefined>
  /** The file is another one than the one of which a part has arrived. */
  onOther: (file: File) => void
}

type Sending = Comparing & {
  site: Transporting
  upload: Upload
  /** The key of the list that will contain it. */
  queryKey: readonly unknown[]
  put: PutFile
  signal: AbortSignal
  patch: (change: Partial<Upload>) => void
}

/** The server has created the entry but returned no upload URL. */
class NotStarted extends Error {
  override name = 'NotStarted'
}

export function missingAddress(contentId: string | null): Error {
  console.error('studio: no presigned url', contentId)
  return new NotStarted()
}

/** Sends the file of an existing entry. */
export async function sendOne(sending: Sending): Promise<void> {
  const { site, upload, queryKey, put, signal, patch } = sending
  let url = upload.presignedUrl
  if (url === null) {
    url = await requestUrl(sending)
    if (url === null) return readAgain(site, queryKey)
    patch({ presignedUrl: url || null })
    await site.queries.invalidateQueries({ queryKey })
  }
  if (url === '') throw missingAddress(upload.contentId)
  patch({ state: 'uploading' })
  const options = { signal, onProgress: (part: number) => patch({ part }) }
  try {
    await put(url, upload.file, options)
  } catch (error) {
    if (hasArrived(error)) return readAgain(site, queryKey)
    const uploadId = isSpent(error) ? uploadIdOf(url) : null
    if (uploadId === null) throw error
    // It is still the same upload: the bytes that have arrived are kept.
    url = (await site.call(renewUpload, { params: { uploadId } }, { signal })).presignedUrl
    patch({ presignedUrl: url })
    await put(url, upload.file, options).catch((again: unknown) => {
      if (!hasArrived(again)) throw again
    })
  }
  await readAgain(site, queryKey)
}

/** Refetches the lists before this window drops the upload. */
async function readAgain({ queries }: Transporting, queryKey: readonly unknown[]): Promise<void> {
  const keys = [queryKey, queryKeyOf(listOpenUploads)]
  await Promise.all(keys.map((one) => queries.invalidateQueries({ queryKey: one })))
}

/** A URL accepts one file. If a second attempt is refused, the file has arrived and only the response was lost. */
const hasArrived = (error: unknown) => error instanceof PutError && error.status === 409
/** The URL has expired. */
const isSpent = (error: unknown) => error instanceof PutError && error.status === 403

/** The upload URL: renewed for an interrupted upload (null: the file is complete), otherwise a new one for the entry.
 * '' if the server returns none. */
async function requestUrl(sending: Sending): Promise<string | null> {
  const { site, upload, signal, onOther } = sending
  const { call } = site
  if (upload.uploadId === null) return replaceAudio(sending)
  if (!(await isContinued(sending))) {
    onOther(upload.file)
    return replaceAudio(sending)
  }
  try {
    return (await call(renewUpload, { params: { uploadId: upload.uploadId } }, { signal })).presignedUrl
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return null
    throw error
  }
}

/** Creates a track or an episode that waits for its file. */
export async function createAudioItem(
  { call }: Transporting,
  { parent, title, description, lyrics, isrc, order, file, isExplicit, tags }: Upload,
  comparing: Pick<Comparing, 'sample'>,
): Promise<{ id: string; presignedUrl: string }> {
  const credits = creditsOf(tags)
  const audioItem = {
    title: title.trim(),
    order,
    extension: extensionOf(file.name),
    file: await announceWhole(file, comparing),
    ...(isExplicit && { isExplicit }),
    ...(credits.length > 0 && { credits }),
  }
  if (parent.kind === 'album') {
    const words = lyrics.trim()
    const code = isrc.trim()
    const performers = performersOf(tags, parent.artistName)
    const body = {
      ...audioItem,
      albumId: parent.id,
      ...(tags?.discNumber && { disc: tags.discNumber }),
      ...(performers.length > 0 && { performers }),
      ...(words !== '' && { lyrics: words }),
      ...(code !== '' && { isrc: code }),
    }
    return call(createTrack, { body })
  }
  const text = description.trim()
  const body = { ...audioItem, podcastId: parent.id, ...(text !== '' && { description: text }) }
  return call(createEpisode, { body })
}

/** Finds the entry of an upload whose creation got no response: one with its position and title that waits for a file
 * and belongs to no other upload. Null when there is none. */
export async function findSound(
  { call }: Transporting,
  { parent, title, order }: Upload,
  all: readonly Upload[],
): Promise<{ id: string; presignedUrl: null } | null> {
  const query = { unpublished: 'true' }
  const audioItems = await (parent.kind === 'album'
    ? call(listAlbumTracks, { params: { albumId: parent.id }, query })
    : call(listPodcastEpisodes, { params: { podcastId: parent.id }, query }))
  const taken = new Set(all.map(({ contentId }) => contentId))
  const found = audioItems.find(
    (audioItem) =>
      audioItem.liveUrl === null &&
      audioItem.title === title.trim() &&
      audioItem.order === order &&
      !taken.has(audioItem.id),
  )
  return found === undefined ? null : { id: found.id, presignedUrl: null }
}

/** Whether this is the file of which a part has arrived, and not another one of the same name, size and time. */
async function isContinued({ site: { call }, upload: { uploadId, file }, sample, signal }: Sending): Promise<boolean> {
  const open = await call(listOpenUploads, {}, { signal })
  const begun = open.find((one) => one.uploadId === uploadId)?.file?.sample
  return begun === undefined || begun === (await sample(file))
}

/** Also recognises a file whose name, size and time are those of another. */
async function announceWhole(file: File, { sample }: Pick<Comparing, 'sample'>): Promise<AnnouncedFile> {
  const known = await sample(file)
  return { ...announce(file), ...(known !== undefined && { sample: known }) }
}

/** What is needed to recognise the file when it is chosen again. */
export const announce = ({ name, size, lastModified }: File): AnnouncedFile => ({
  name: name.slice(0, TITLE_MAX),
  sizeBytes: size,
  modifiedAt: new Date(lastModified).toISOString(),
})

function creditsOf(tags: Upload['tags']): { name: string; role: string }[] {
  const { composers = [], lyricists = [] } = tags ?? {}
  return [
    ...composers.map((name) => ({ name, role: 'composer' })),
    ...lyricists.map((name) => ({ name, role: 'lyricist' })),
  ]
}

/** Without the artist of the release as the only main performer, who needs no mention. */
function performersOf(tags: Upload['tags'], artistName: string): Tags['performers'] {
  const { performers = [] } = tags ?? {}
  const [main, ...more] = performers.filter(({ role }) => role === 'main')
  const isArtist = more.length === 0 && main?.name.trim().toLowerCase() === artistName.trim().toLowerCase()
  return isArtist ? performers.filter((one) => one !== main) : performers
}

/** Requests an upload URL to replace the audio of an existing track or episode. */
async function replaceAudio({ site: { call }, upload, signal, ...comparing }: Sending): Promise<string> {
  const { parent, contentId, file } = upload
  const id = contentId ?? ''
  const audioItem = { extension: extensionOf(file.name), file: await announceWhole(file, comparing) }
  const response = await (parent.kind === 'album'
    ? call(updateTrack, { body: { trackId: id, ...audioItem } }, { signal })
    : call(updateEpisode, { body: { episodeId: id, ...audioItem } }, { signal }))
  return response.presignedUrl ?? ''
}

export function explainFailure(error: unknown): { trouble: UploadProblem } {
  if (error instanceof NotStarted) return trouble('other', t('studio.uploadNotStarted'))
  if (error instanceof PutError) {
    if (error.status === 0) return trouble('other', t('studio.uploadInterrupted'))
    return trouble(error.status === 503 ? 'room' : 'other', error.reason ?? t('studio.uploadRefused'))
  }
  if (error instanceof ApiError) {
    if (error.status === 401) return trouble('login', t('studio.uploadLoggedOut'))
    if (error.code === 'storage-full' || error.code === 'upload-quota-reached') return trouble('room', error.message)
  }
  return trouble('other', describeFailure(error))
}

const trouble = (kind: UploadProblem['kind'], message: string) => ({ trouble: { kind, message } })
