/** The folders of albums among dropped files. Folders of discs belong to the album they are in. */
import { inNaturalOrder, refusalOf } from '#web/studio/uploads/audio-files.ts'

type PathFile = { name: string; size: number; webkitRelativePath?: string }
export type AlbumFolder<F> = { path: string; name: string; files: F[]; pictures: F[] }

const DISC = /^(cd|disc|disk|disco|ディスク)[\s_-]*\d{1,2}$/i

/** Everything that is not audio and not a picture is left out, and folders without audio. */
export function albumFolders<F extends PathFile>(all: readonly F[], isPicture: (file: F) => boolean): AlbumFolder<F>[] {
  const files = Map.groupBy(inNaturalOrder(all), folderOf)
  return [...files].flatMap(([path, inside]) => {
    const audio = inside.filter((file) => refusalOf(file) === null)
    if (audio.length === 0) return []
    return [{ path, name: path.split('/').at(-1) ?? '', files: audio, pictures: inside.filter(isPicture) }]
  })
}

function folderOf({ webkitRelativePath = '' }: PathFile): string {
  const folders = webkitRelativePath.split('/').slice(0, -1)
  return (folders.length > 1 && DISC.test(folders.at(-1)!) ? folders.slice(0, -1) : folders).join('/')
}
