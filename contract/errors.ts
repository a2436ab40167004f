/** All error codes, with their messages in English. The status is set where the error is thrown. Messages in all languages
 * are in locales/<language>/errors.json. */
import texts from '#locales/en/errors.json' with { type: 'json' }

const PREFIX = 'error.'
type CodeOf<Key> = Key extends `${typeof PREFIX}${infer Code}` ? Code : never

export type ErrorCode = CodeOf<keyof typeof texts>

export const errorCodes = Object.fromEntries(
  Object.entries(texts).flatMap(([key, text]) => (key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), text]] : [])),
) as Readonly<Record<ErrorCode, string>>

/** Messages in English for failed changes whose response has no message. */
export const fallbacks = {
  createAlbum: 'Error creating album',
  editAlbum: 'Error editing album',
  deleteAlbum: 'Error deleting album',
  createArtist: 'Error creating artist',
  editArtist: 'Error editing artist',
  deleteArtist: 'Error deleting artist',
  createEpisode: 'Error creating episode',
  editEpisode: 'Error editing episode',
  deleteEpisode: 'Error deleting episode',
  createPodcast: 'Error creating podcast',
  editPodcast: 'Error editing podcast',
  createTrack: 'Error creating track',
  editTrack: 'Error editing track',
  deleteTrack: 'Error deleting track',
  publish: 'Error publishing content',
  createSplit: 'Error creating split',
  setLightningAddress: 'Error updating lightning address',
  removeLightningAddress: 'Error deleting lightning address',
  editSplit: 'Error editing split',
  answerOffer: 'Error answering the offer of a share',
  createTimeSplit: 'Error creating time split',
  editTimeSplit: 'Error editing time split',
  createUser: 'Error creating user',
  editUser: 'Error editing user',
  updateUserData: 'Error updating user data',
  createPlaylist: 'Error creating playlist',
  addToPlaylist: 'Error adding to playlist',
  removeFromPlaylist: 'Error removing from playlist',
  editPlaylist: 'Error editing playlist',
  generic: 'Something went wrong. Please try again.',
} as const
