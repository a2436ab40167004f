/** What becomes of each dropped folder: a new draft, the rest of an existing one, or nothing. Pure functions. */
import type { listDrafts } from '#contract/catalog/bulk/drafts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { isPartialDate } from '#contract/catalog/release-input.ts'
import type { Own } from '#web/studio/content/own.ts'
import type { ReleaseFields } from '#web/studio/release/draft.ts'
import { fieldsOf, type genreNamed, guessRelease, named } from '#web/studio/release/guess.ts'
import { isSameFile } from '#web/studio/uploads/audio-items.ts'
import type { Upload } from '#web/studio/uploads/upload.ts'
import { t } from '#web/words/words.ts'
import type { PlannedFolder } from './planned.ts'

export type Draft = Wire<typeof listDrafts>[number]
type DraftTrack = Draft['tracks'][number]

export type AlbumPlan = {
  folder: PlannedFolder
  uploads: readonly Upload[]
  fields: ReleaseFields
  /** Of the embedded artwork. */
  pictureUrl: string | null
  isReading: boolean
  isCompilation: boolean
  isDuplicate: boolean
  isTooLong: boolean
  /** The draft that has some of these files already, or this title and no tracks. */
  draft: Draft | null
  /** Files that the draft waits for, with their tracks. */
  resumed: { upload: Upload; track: DraftTrack }[]
  /** Files that no draft has. */
  added: readonly Upload[]
  isIncluded: boolean
}

type Known = { own: Own; drafts: readonly Draft[]; findGenre: (tag: string) => ReturnType<typeof genreNamed> }

export function planFolder(folder: PlannedFolder, uploads: readonly Upload[], known: Known): AlbumPlan {
  const { own, drafts } = known
  const guess = guessRelease(
    uploads.map(({ tags }) => tags),
    folder.path,
  )
  const guessed = fieldsOf(guess, own.artists, known.findGenre(guess.genre), uploads.length)
  const fields = withArtist(guessed, own, folder.artist ?? artistOf(guess))
  const matches = uploads.flatMap((upload) => matchIn(drafts, upload))
  const draft = matches[0]?.draft ?? drafts.find((one) => isEmptyDraftOf(fields, one)) ?? null
  const matched = new Set(matches.map(({ upload }) => upload.key))
  const added = uploads.filter(({ key }) => !matched.has(key))
  const resumed = matches.filter(({ track }) => track.state === 'awaiting')
  const hasTooMany = folder.count > ALBUM_TRACKS_MAX
  const isTooLong = hasTooMany || added.length + (draft?.tracks.length ?? 0) > ALBUM_TRACKS_MAX
  const isDuplicate = draft === null && own.albums.some((album) => isSameTitle(album, fields))
  const canBegin = draft === null ? fields.artistName !== '' && fields.title !== '' : resumed.length + added.length > 0
  return {
    folder,
    uploads,
    fields: { ...fields, originalDate: isPartialDate(fields.originalDate) ? fields.originalDate : '' },
    pictureUrl: guess.pictureUrl,
    isReading: !hasTooMany && (uploads.length === 0 || uploads.some(({ isReading }) => isReading)),
    isCompilation: guess.isCompilation,
    isDuplicate,
    isTooLong,
    draft,
    resumed,
    added,
    isIncluded: canBegin && !isTooLong && (folder.isIncluded ?? !isDuplicate),
  }
}

/** A compilation belongs to its label, if the files name one. */
const artistOf = ({ artist, isCompilation, label }: ReturnType<typeof guessRelease>): string =>
  isCompilation ? label || t('drafts.various') : artist

/** The account's artist of this name, or else a new one. Without a name, the only artist of the account. */
function withArtist(fields: ReleaseFields, { artists }: Own, name: string): ReleaseFields {
  const artist = named(artists, name) ?? (name === '' && artists.length === 1 ? artists[0] : undefined)
  return { ...fields, artistId: artist?.id ?? '', artistName: artist?.name ?? name.trim() }
}

function matchIn(drafts: readonly Draft[], upload: Upload): { upload: Upload; draft: Draft; track: DraftTrack }[] {
  for (const draft of drafts) {
    const track = draft.tracks.find((one) => isSameFile(one, upload.file))
    if (track !== undefined) return [{ upload, draft, track }]
  }
  return []
}

/** It was interrupted before its first track was created. */
const isEmptyDraftOf = ({ title, artistName }: ReleaseFields, { tracks, ...draft }: Draft): boolean =>
  tracks.length === 0 && isSameName(draft.title, title) && isSameName(draft.artist, artistName)

const isSameTitle = (album: Own['albums'][number], { title, artistId }: ReleaseFields): boolean =>
  album.artistId === artistId && isSameName(album.title, title)

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
