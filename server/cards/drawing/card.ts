/** A card: an image of 1200 × 630 that represents content on other sites. Drawn from the same parts as its page: the
 * flood, the cover, the title as large as it fits, the horizon. */
import { openDisplayFaces, openTextFaces } from '#server/platform/text/faces.ts'
import { CREAM, type FloodColours, ORANGE, sharesOf } from './colours.ts'
import { type Box, drawableText, type Lettering, writeText } from './lettering.ts'
import { drawArcs, drawMark } from './mark.ts'
import { writeSvg } from './svg.ts'
import { drawSats, drawLoudness, type Wave } from './waves.ts'

export const CARD_WIDTH = 1_200
export const CARD_HEIGHT = 630

export type CardPicture = {
  brand: string
  /** In the display font. */
  title: string
  byline: string | null
  /** Further lines below it. */
  notes: readonly string[]
  /** Under the line at the right: an amount, or the price of an event. */
  sats: string | null
  colours: FloodColours
  wave: Wave | null
  /** The position up to which the waveform is drawn as played, 0 to 1; null: all of it. */
  played: number | null
  hasCover: boolean
}

/** The drawing without the cover, and the square at which the cover is put. */
export type DrawnCard = { svg: string; cover: Box | null }

const LINE_Y = 486
const BARS_PX = 118
const ALONE_BARS_PX = 250
const MARGIN = 56
const COVER_PX = 344
const WIDE_COVER_PX = LINE_Y
const GAP_PX = 36
const SATS_PX = 76
const MARK_PX = 34
const POSITION_PX = 3
const STANDS_OUT_PX = 12

export async function drawCard(picture: CardPicture): Promise<DrawnCard> {
  const { colours, wave, played } = picture
  const [display, text] = await Promise.all([openDisplayFaces(), openTextFaces()])
  const isTitled = drawableText(picture.title, display) !== null
  // A title in a script that the fonts lack is left out, and the cover takes its space.
  const hasWave = wave !== null && wave.peaks.length > 0
  const size = isTitled && hasWave ? COVER_PX : WIDE_COVER_PX
  const cover: Box = { x: CARD_WIDTH - size, y: 0, width: size, height: size }
  // A large cover is on the line, and the waveform beside it.
  const wavePx = isTitled ? CARD_WIDTH : CARD_WIDTH - size
  const barsPx = isTitled ? BARS_PX : ALONE_BARS_PX
  const shown = [
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${colours.flood}"/>`,
    `<rect y="${LINE_Y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT - LINE_Y}" fill="${colours.under}"/>`,
    picture.hasCover ? '' : drawArcs(cover, colours.two),
    hasWave
      ? drawLoudness(wave, { x: 0, y: LINE_Y - barsPx, width: wavePx, height: barsPx }, sharesOf(colours), played ?? 1)
      : '',
    hasWave ? drawSats(wave, { x: 0, y: LINE_Y, width: wavePx, height: SATS_PX }, ORANGE) : '',
    hasWave && played !== null ? drawPosition(played * wavePx, barsPx, colours.on) : '',
    drawTitle(picture, { display, text }, { rightPx: CARD_WIDTH - size, footPx: LINE_Y - (hasWave ? BARS_PX : 0) }),
    drawFoot(picture, text, display),
  ]
  const svg = writeSvg({ width: CARD_WIDTH, height: CARD_HEIGHT }, shown)
  return { svg, cover: picture.hasCover ? cover : null }
}

function drawPosition(x: number, barsPx: number, colour: string): string {
  const left = Math.round(Math.min(CARD_WIDTH - POSITION_PX, x))
  const heightPx = barsPx + STANDS_OUT_PX
  return `<rect x="${left}" y="${LINE_Y - heightPx}" width="${POSITION_PX}" height="${heightPx}" fill="${colour}"/>`
}

type Space = { rightPx: number; footPx: number }
type Faces = { display: Lettering['faces']; text: Lettering['faces'] }

export const titleStyle = (faces: Lettering['faces'], colour: string): Lettering => ({
  faces,
  colour,
  mostPx: 190,
  leastPx: 34,
  lineHeight: 0.94,
  trackingEm: -0.008,
  linesMax: 6,
})

export const lineStyle = (faces: Lettering['faces'], colour: string, px: number): Lettering => ({
  faces,
  colour,
  mostPx: px,
  leastPx: Math.round(px * 0.8),
  lineHeight: 1.2,
  trackingEm: 0,
  linesMax: 1,
})

/** The title and the byline below it, left of the cover and above the waveform. */
function drawTitle(
  { title, byline, notes, colours }: CardPicture,
  { display, text }: Faces,
  { rightPx, footPx }: Space,
): string {
  const width = rightPx - MARGIN - GAP_PX
  const lines = [...(byline === null ? [] : [byline]), ...notes]
  const heightPx = footPx - MARGIN - 20 - lines.length * 44
  const box = { x: MARGIN, y: MARGIN, width, height: heightPx }
  const written = writeText(title, box, titleStyle(display, colours.on))
  let baseline = written === null ? MARGIN - 8 : written.baselinePx + Math.max(8, written.sizePx * 0.16)
  const shown = lines.map((line) => {
    const drawn = writeText(line, { x: MARGIN, y: baseline + 14, width, height: 44 }, lineStyle(text, colours.on, 36))
    baseline += 44
    return drawn?.svg ?? ''
  })
  return (written?.svg ?? '') + shown.join('')
}

/** Under the line: the logo with the name of this server, and the amount or price. */
function drawFoot({ brand, sats }: CardPicture, text: Lettering['faces'], display: Lettering['faces']): string {
  const y = CARD_HEIGHT - MARK_PX - 18
  const name = writeText(
    brand,
    { x: MARGIN + MARK_PX * 1.12 + 12, y: y + 3, width: 400, height: MARK_PX },
    { ...titleStyle(display, CREAM), mostPx: 36, leastPx: 24, linesMax: 1 },
  )
  const style = { ...lineStyle(text, ORANGE, 30), linesMax: 1 }
  const plain = sats === null ? null : writeText(sats, { x: 0, y: 0, width: 700, height: 40 }, style)
  const amount =
    sats === null || plain === null
      ? ''
      : (writeText(sats, { x: CARD_WIDTH - MARGIN - plain.widthPx, y: y + 5, width: 700, height: 40 }, style)?.svg ??
        '')
  return drawMark(MARGIN, y, MARK_PX, ORANGE) + (name?.svg ?? '') + amount
}
