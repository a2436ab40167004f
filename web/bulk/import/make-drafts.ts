/** Turns planned folders into drafts, one after the other: new artists, albums with their covers, then the uploads. */
import { createAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import type { Sent } from '#contract/endpoint.ts'
import { listDrafts } from '#contract/catalog/bulk/drafts.ts'
import { describeFailure } from '#web/data/failures.ts'
import { toSend } from '#web/data/image-files.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { type Site, useSite } from '#web/data/site.ts'
import { filledOf } from '#web/studio/release/make-release.ts'
import { fetchEmbedded } from '#web/studio/release/form.tsx'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import { t } from '#web/words/words.ts'
import type { AlbumPlan } from './plan.ts'
import { usePlanned } from './planned.ts'

/** Resolves with what failed, by title; those folders stay in the list, to be tried again. */
export function useMakeDrafts() {
  const site = useSite()
  return useMutationOnce({
    mutationFn: async (plans: readonly AlbumPlan[]) => {
      const artistIds = new Map<string, string>()
      const failures: string[] = []
      for (const plan of plans) {
        try {
          if (plan.draft === null) await beginDraft(site, plan, artistIds)
          else continueDraft(site, plan)
          usePlanned.getState().drop(plan.folder.parentId)
        } catch (error) {
          failures.push(t('studio.bulkFailure', { title: plan.fields.title, reason: describeFailure(error) }))
        }
      }
      return failures
    },
    onSettled: () =>
      Promise.all(
        [listOwnArtists, listOwnAlbums, listDrafts].map((list) =>
          site.queries.invalidateQueries({ queryKey: queryKeyOf(list) }),
        ),
      ),
  })
}

async function beginDraft(site: Site, { folder, fields, pictureUrl }: AlbumPlan, made: Map<string, string>) {
  const { artistName } = fields
  const key = artistName.toLowerCase()
  const artistId =
    fields.artistId || made.get(key) || (await site.call(createArtist, { body: { name: artistName } })).id
  made.set(key, artistId)
  // A draft without a cover says so.
  const cover = folder.cover
    ? await toSend(folder.cover)
    : pictureUrl && (await fetchEmbedded(pictureUrl).catch(() => null))
  const texts = { title: fields.title.trim(), kind: fields.kind, ...filledOf(fields) }
  const body = { artistId, ...texts, ...(cover && { artwork: cover }) } as Sent<typeof createAlbum>['body']
  const { id } = await site.call(createAlbum, { body })
  uploadActions.adopt(folder.parentId, { kind: 'album', id, artistName })
  uploadActions.send(site, id, 1)
}

/** Sends the files that the draft waits for, and those it does not know. */
function continueDraft(site: Site, { draft, fields, uploads, resumed, added }: AlbumPlan): void {
  const { id, tracks } = draft!
  const parent: AudioParent = { kind: 'album', id, artistName: fields.artistName }
  const isAdded = new Set(added.map(({ key }) => key))
  for (const { key } of uploads) if (!isAdded.has(key)) uploadActions.remove(key)
  for (const { upload, track } of resumed) {
    if (track.uploadId !== null)
      uploadActions.continueWith(site, parent, { ...track, uploadId: track.uploadId }, upload.file)
  }
  const [first] = added
  if (first === undefined) return
  uploadActions.adopt(first.parent.id, parent)
  uploadActions.send(site, id, tracks.length + 1)
}
