/** Where files are in an archive: folders and names that people read, each path once. */
import { fileNameOf } from '#server/downloads/zip/zip.ts'

export type Paths = { take(path: string): string }

/** Paths that differ only in case are the same file on some systems. */
export function createPaths(): Paths {
  const taken = new Set<string>()
  return {
    take(path) {
      const dot = path.lastIndexOf('.')
      for (let count = 1; ; count++) {
        const tried = count === 1 ? path : `${path.slice(0, dot)} (${count})${path.slice(dot)}`
        const key = tried.toLowerCase()
        if (taken.has(key)) continue
        taken.add(key)
        return tried
      }
    },
  }
}

type Audio = { maker: string; release: string; title: string; disc: number; position: number; has_discs: boolean }

/** `audio/Artist/Album/01 Title.wav`, or `…/1-01 Title.wav` if the album has several discs. */
export function audioPath(
  { maker, release, title, disc, position, has_discs: hasDiscs }: Audio,
  extension: string,
): string {
  const number = `${hasDiscs ? `${disc}-` : ''}${String(position).padStart(2, '0')}`
  return [...folderOf(maker, release), `${number} ${fileNameOf(title)}.${extension}`].join('/')
}

/** `audio/Artist/Album/cover.jpg`, or `images/<name>` for an image that belongs to a part of the content. */
export function imagePath(key: string, { maker, release }: { maker: string | null; release: string | null }): string {
  const name = key.slice(key.lastIndexOf('/') + 1)
  if (maker === null) return `images/${name}`
  return [...folderOf(maker, release ?? ''), `cover${name.slice(name.lastIndexOf('.'))}`].join('/')
}

const folderOf = (maker: string, release: string) => [
  'audio',
  fileNameOf(maker),
  ...(release === '' ? [] : [fileNameOf(release)]),
]
