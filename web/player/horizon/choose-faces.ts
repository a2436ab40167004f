/** Which zaps of a horizon have a face, and how much room its words have. */
import type { HorizonData } from '#contract/listening/horizon-bars.ts'

type Zap = HorizonData['largest'][number]

/** In percent of the width: nearer faces would overlap, and beyond this the text is left of the face. */
const APART_PERCENT = 12
const TURNED_PERCENT = 76
export const ON_PHONES = 3
/** Words need so much of the width, on phones, on tablets, and on anything wider. */
const WORDS_ON_PHONES_PERCENT = 34
const WORDS_ON_TABLETS_PERCENT = 17
const WORDS_PERCENT = 12

type Face = {
  zap: Zap
  percent: number
  isTurned: boolean
  roomPercent: number
  roomOnPhones: number
  /** The classes that hide its words where there is no room for them. */
  words: string
}
type PlacedFace = Pick<Face, 'zap' | 'percent' | 'isTurned'>

/** Of two that are too near, the larger zap has its face. In the order of their sizes. */
export function chooseFaces({ largest, durationSeconds }: HorizonData): Face[] {
  const faces: PlacedFace[] = []
  for (const zap of largest) {
    const percent = durationSeconds > 0 ? Math.min(99, (zap.atSeconds / durationSeconds) * 100) : 0
    const isTurned = percent > TURNED_PERCENT
    if (faces.every((face) => Math.abs(face.percent - percent) >= APART_PERCENT)) faces.push({ zap, percent, isTurned })
  }
  // On phones, fewer faces leave more room; one of them has words, except with large text.
  const onPhones = faces.slice(0, ON_PHONES)
  const speaker = onPhones.find((face) => roomOf(face, onPhones) >= WORDS_ON_PHONES_PERCENT)
  const roomOnPhones = speaker ? roomOf(speaker, onPhones) : 0
  return faces.map((face) => {
    const roomPercent = roomOf(face, faces)
    const onPhone = face === speaker ? 'max-[17rem]:sr-only' : 'max-md:sr-only'
    const words = roomPercent >= WORDS_ON_TABLETS_PERCENT ? onPhone : `${onPhone} ${hiddenOnWider(roomPercent)}`
    return { ...face, roomPercent, roomOnPhones, words }
  })
}

const hiddenOnWider = (roomPercent: number) => (roomPercent >= WORDS_PERCENT ? 'md:max-lg:sr-only' : 'md:sr-only')

/** How far it is to the next face on the side of the words, or to the edge. Two whose words come towards each other share it;
 * when it is too little for both, only the larger zap, which is first, has words. */
function roomOf(face: PlacedFace, all: readonly PlacedFace[]): number {
  const { percent, isTurned } = face
  const rooms = all.map((other) => {
    const distance = isTurned ? percent - other.percent : other.percent - percent
    if (distance <= 0) return 100
    if (other.isTurned === isTurned) return distance
    if (distance >= 2 * WORDS_PERCENT) return distance / 2
    return all.indexOf(face) < all.indexOf(other) ? distance : 0
  })
  return Math.min(isTurned ? percent : 100 - percent, ...rooms)
}
