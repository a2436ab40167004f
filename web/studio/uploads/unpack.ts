/** The files of a drop with the contents of its ZIP files in place of these, and a message about each ZIP file without audio. */
import { t } from '#web/words/words.ts'
import { refusalOf } from './audio-files.ts'

export const isZip = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

export async function unpackAll(dropped: File[]): Promise<{ all: File[]; refusals: string[] }> {
  const zips = dropped.filter(isZip)
  if (zips.length === 0) return { all: dropped, refusals: [] }
  const all = dropped.filter((file) => !isZip(file))
  const refusals: string[] = []
  const { unzip, UnsupportedZip } = await import('./unzip.ts')
  for (const zip of zips) {
    const { name } = zip
    try {
      const inside = await unzip(zip)
      all.push(...inside)
      if (inside.every((file) => refusalOf(file) !== null)) refusals.push(t('studio.zipWithoutAudio', { name }))
    } catch (error) {
      refusals.push(t(error instanceof UnsupportedZip ? 'studio.zipUnreadable' : 'studio.zipDamaged', { name }))
    }
  }
  return { all, refusals }
}
