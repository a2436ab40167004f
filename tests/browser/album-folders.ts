/** Folders of albums as a label has them: tagged files with covers, of several artists, with a compilation among them. */
import fs from 'node:fs'
import path from 'node:path'
import { makeFlac, type Tagging } from '../tagged-audio.ts'

type FolderPlan = {
  name: string
  /** For track 1, 2 and so on. */
  tags: (number: number) => Tagging
  files: number
  cover?: Buffer
}

const TRACK_SECONDS = 1

export function writeFolders(root: string, folders: readonly FolderPlan[]): void {
  for (const { name, tags, files, cover } of folders) {
    const folder = path.join(root, name)
    fs.mkdirSync(folder, { recursive: true })
    for (let number = 1; number <= files; number++) {
      const bytes = makeFlac({ seconds: TRACK_SECONDS, frequencyHz: 150 + number * 7, tags: tags(number) })
      fs.writeFileSync(path.join(folder, `${String(number).padStart(2, '0')}.flac`), bytes)
    }
    if (cover) fs.writeFileSync(path.join(folder, 'cover.jpg'), cover)
  }
}

const ARTISTS = ['Mara Okafor', 'Teodor Lind', 'June & the Björns 🎹']

/** The first one has no date, the second no cover, the third is a compilation, and all others are complete. */
export function labelFolders(count: number, files: number, cover: Buffer): FolderPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const album = `Album ${index + 1}`
    const artist = ARTISTS[index % ARTISTS.length]!
    const isCompilation = index === 2
    return {
      name: album,
      files,
      tags: (trackNumber) => ({
        title: `Song ${trackNumber}`,
        trackNumber,
        album,
        artist: isCompilation ? `Guest ${trackNumber}` : artist,
        ...(isCompilation && { albumArtist: 'Various Artists', label: 'Moon Records' }),
        ...(index > 0 && { year: 1990 + index }),
      }),
      ...(index !== 1 && { cover }),
    }
  })
}
