/** What is added once content is there: timed artwork of tracks, photographs of artists, and replies to comments. Each only if
 * it is missing. */
import { listReceivedComments, replyToComment } from '#contract/community/comments.ts'
import { addPhotograph, getImagery, updatePhotograph } from '#contract/catalog/imagery.ts'
import { addContentPicture, getArtworkSegments, setArtworkSegments } from '#contract/catalog/moments.ts'
import type { Call } from '#web/data/api.ts'
import type { DemoTrack } from './album.ts'
import { developPhotograph, pictureOf } from './covers.ts'
import type { DemoImagery } from './imagery.ts'
import type { Until } from './sign-in.ts'

export async function makeSegments(call: Call, trackId: string, { segments = [] }: DemoTrack): Promise<void> {
  const params = { trackId }
  if (segments.length === 0 || (await call(getArtworkSegments, { params })).length > 0) return
  const body: { artworkUrl: string; startTime: number; duration: number }[] = []
  for (const { photograph, startTime, duration } of segments) {
    const artwork = await pictureOf({ photograph })
    const { artworkUrl } = await call(addContentPicture, { params: { contentId: trackId }, body: { artwork } })
    body.push({ artworkUrl, startTime, duration })
  }
  await call(setArtworkSegments, { params, body })
}

const BANNER = { width: 1_920, height: 1_080 }
const PHOTOGRAPH = { width: 1_440, height: 960 }

export async function makeImagery(
  call: Call,
  artistId: string,
  { banner, focus, gallery }: DemoImagery,
): Promise<void> {
  const params = { contentId: artistId }
  const add = async (place: 'banner' | 'gallery', name: string, size: typeof BANNER) => {
    const photograph = new File([new Uint8Array(await developPhotograph(name, size))], `${name}.jpg`)
    return (await call(addPhotograph, { params, body: { place, photograph } })).id
  }
  const known = await call(getImagery, { params: { artistId } })
  if (known.banner === null) {
    const photographId = await add('banner', banner, BANNER)
    await call(updatePhotograph, { params: { photographId }, body: { focus } })
  }
  for (const { photograph, caption, alt } of gallery.slice(known.gallery.length)) {
    const photographId = await add('gallery', photograph, PHOTOGRAPH)
    await call(updatePhotograph, { params: { photographId }, body: { caption, alt } })
  }
}

/** Waits for the comment, because comments follow payments through the outbox. */
export async function makeReply(call: Call, until: Until, comment: string, reply: string): Promise<void> {
  const found = await until(async () => {
    const { comments } = await call(listReceivedComments, { query: { limit: '50' } })
    return comments.find(({ content }) => content === comment)
  })
  if (found.replies.length > 0) return
  await call(replyToComment, { body: { commentId: found.id, content: reply } })
}
