/** The folders of albums among dropped files. */
import { folderOf } from '#web/studio/release/guess.ts'
import { inNaturalOrder, refusalOf } from '#web/studio/uploads/audio-files.ts'

type PathFile = { name: string; size: number; webkitRelativePath?: string }
export type AlbumFolder<F> = { path: string; files: F[]; pictures: F[] }

/** Everything that is not audio and not a picture is left out, and folders without audio. */
export function albumFolders<F extends PathFile>(all: readonly F[], isPicture: (file: F) => boolean): AlbumFolder<F>[] {
  const files = Map.groupBy(inNaturalOrder(all), folderOf)
  return [...files].flatMap(([path, inside]) => {
    const audio = inside.filter((file) => refusalOf(file) === null)
    if (audio.length === 0) return []
    return [{ path, files: audio, pictures: inside.filter(isPicture) }]
  })
}
