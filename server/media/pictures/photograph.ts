/** Stores photographs: the original for viewing, a smaller one for lists, and prints in two inks (print.ts). Nothing here
 * knows what a photograph belongs to. */
import { buffer } from 'node:stream/consumers'
import type { Files } from '#server/platform/files/files.ts'
import { makeFull, readColors } from './artwork.ts'
import { from, type Raw, readPicture } from './decode.ts'
import type { FloodColors } from './flood.ts'
import { type Crop, inksOf, printFlood, printPicture } from './print.ts'

const FULL_PX = 2_400
const LIST_PX = 960
const WIDE_PX = 1_920
const NARROW_PX = 960
const NOTES_PX = 1_400
/** Width by height: of a banner on wide windows and on phones. */
const WIDE_RATIO = 16 / 10
const NARROW_RATIO = 2 / 3
/** Longer images are cropped around the focal point, because they would be strips. */
const NOTES_RATIOS = { least: 0.5, most: 2.4 }

/** From the left and from the top, 0 to 1. */
export type Focus = { x: number; y: number }
export type PrintKind = 'banner' | 'notes'
export type StoredPhotograph = { pictureKey: string; width: number; height: number; colors: FloodColors }

/** Throws 413 or 415. Keys are served as immutable: a new photograph needs a new id. */
export async function storePhotograph(files: Files, id: string, bytes: Buffer): Promise<StoredPhotograph> {
  await files.requireSpace()
  return readPicture(bytes, FULL_PX, async (upright) => {
    const small = from(upright).resize({ width: LIST_PX, height: LIST_PX, fit: 'inside', withoutEnlargement: true })
    const sizes = [await makeFull(upright), await small.webp({ quality: 78, smartSubsample: true }).toBuffer()]
    const { day, night } = await readColors(upright)
    const pictureKey = `media/${id}.jpg`
    for (const [index, key] of photographFiles(pictureKey).entries()) await files.write(key, sizes[index]!)
    return { pictureKey, width: upright.info.width, height: upright.info.height, colors: { day, night } }
  })
}

/** Prints a stored photograph in the inks of these colours, under a new key. Returns the colours of a page that has it at
 * its top. */
export async function storePrints(
  files: Files,
  { pictureKey, printKey, kind, focus, colors }: PrintOrder,
): Promise<FloodColors> {
  const inks = inksOf(colors)
  await readPicture(await buffer(files.read(pictureKey)), FULL_PX, async (upright) => {
    for (const [shape, { crop, widthPx }] of Object.entries(cropsOf(kind, upright, focus))) {
      for (const time of ['day', 'night'] as const) {
        await files.write(printFile(printKey, shape, time), await printPicture(upright, crop, widthPx, inks[time]))
      }
    }
  })
  return printFlood(colors)
}

type PrintOrder = { pictureKey: string; printKey: string; kind: PrintKind; focus: Focus; colors: FloodColors }

export const newPrintKey = (id: string) => `media/${id}`
const printFile = (printKey: string, shape: string, time: string) => `${printKey}-${shape}-${time}.jpg`

/** The keys of a photograph in all its sizes; lists show the second. */
export const photographFiles = (pictureKey: string): [full: string, list: string] => [
  pictureKey,
  pictureKey.replace(/\.jpg$/, '-960.webp'),
]

export const printFiles = (printKey: string, kind: PrintKind): string[] =>
  (kind === 'banner' ? ['wide', 'narrow'] : ['notes']).flatMap((shape) => [
    printFile(printKey, shape, 'day'),
    printFile(printKey, shape, 'night'),
  ])

function cropsOf(kind: PrintKind, { info }: Raw, focus: Focus): Record<string, { crop: Crop; widthPx: number }> {
  if (kind === 'banner') {
    return {
      wide: { crop: cropAround(focus, info, WIDE_RATIO), widthPx: WIDE_PX },
      narrow: { crop: cropAround(focus, info, NARROW_RATIO), widthPx: NARROW_PX },
    }
  }
  const ratio = Math.min(NOTES_RATIOS.most, Math.max(NOTES_RATIOS.least, info.width / info.height))
  return { notes: { crop: cropAround(focus, info, ratio), widthPx: NOTES_PX } }
}

type Size = { width: number; height: number }

/** The largest crop of that shape, with the focal point as near to its centre as the edges allow. */
export function cropAround(focus: Focus, { width, height }: Size, ratio: number): Crop {
  const size = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  }
  const start = (at: number, whole: number, part: number) =>
    Math.min(whole - part, Math.max(0, Math.round(at * whole - part / 2)))
  return { left: start(focus.x, width, size.width), top: start(focus.y, height, size.height), ...size }
}

/** Where the focal point is in the banner's two crops. */
export function bannerFocus(focus: Focus, size: Size): { wide: Focus; narrow: Focus } {
  const within = (ratio: number): Focus => {
    const { left, top, width, height } = cropAround(focus, size, ratio)
    const share = (at: number, whole: number, from: number, part: number) =>
      Math.round(Math.min(1, Math.max(0, (at * whole - from) / part)) * 1_000) / 1_000
    return { x: share(focus.x, size.width, left, width), y: share(focus.y, size.height, top, height) }
  }
  return { wide: within(WIDE_RATIO), narrow: within(NARROW_RATIO) }
}
