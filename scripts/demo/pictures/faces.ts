/** Somebody in profile against the light. */
import sharp from 'sharp'
import { add, mix, rgb, scale, type Rgb } from './colour.ts'
import { clamp, fbm, smooth } from './noise.ts'
import { paint, vignette, type Frame } from './raster.ts'
import type { Size } from './landscapes.ts'

export type Hair = 'cloud' | 'bun' | 'short' | 'long' | 'cap'
export type FaceLook = {
  back: string
  glow: string
  rim: string
  second: string
  skin: string
  hair: Hair
  glowAt: readonly [number, number]
  isFlipped: boolean
}

const HEAD =
  'M520 1000 L518 905 C505 865 470 858 440 866 C400 876 372 868 366 838 C362 816 372 806 368 792 C350 782 352 770 364 760 ' +
  'C352 748 350 734 362 724 C362 706 338 700 322 690 C314 682 320 670 330 656 C348 626 360 600 356 566 C350 520 358 478 380 440 ' +
  'C420 372 500 340 580 350 C690 364 760 450 756 560 C752 650 716 720 712 800 C710 850 730 880 790 905 C870 935 950 950 1000 1000 Z'
const HAIRS: Record<Hair, string> = {
  cloud:
    'M374 452 C330 420 320 330 390 250 C450 180 560 140 660 160 C800 190 900 320 900 470 C900 610 830 730 730 742 ' +
    'C690 744 668 700 664 650 C650 600 610 596 590 560 C572 520 580 490 540 470 C490 452 420 470 374 452 Z',
  bun:
    'M376 450 C390 370 480 322 590 334 C640 338 676 356 706 384 C716 320 790 290 840 330 C890 372 880 450 826 472 ' +
    'C800 484 774 480 758 468 C772 540 760 600 730 650 C700 660 680 620 660 590 C620 540 590 520 540 488 C480 462 420 462 376 450 Z',
  short:
    'M372 456 C380 380 470 326 584 332 C700 342 776 430 770 560 C766 620 748 668 728 704 C700 690 690 640 682 610 ' +
    'C664 560 640 560 622 590 C600 560 612 520 570 490 C500 460 430 470 372 456 Z',
  long:
    'M370 460 C370 370 470 316 590 324 C730 336 800 440 800 580 C804 720 840 820 850 1000 L590 1000 C600 900 640 800 640 700 ' +
    'C640 640 640 590 600 550 C560 500 440 490 370 460 Z',
  cap:
    'M300 462 C330 446 360 440 372 436 C390 350 480 300 592 310 C700 320 772 400 774 506 C720 520 560 486 480 474 ' +
    'C420 466 350 476 300 462 Z',
}

/** Somebody in profile against the light: the drawing is a shape, and the light finds its edge. */
export async function face(size: Size, look: FaceLook): Promise<Frame> {
  const side = size.height
  const shape = async (path: string, blur: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${side}" height="${side}"><rect width="1000" height="1000" fill="#000"/><path d="${path}" fill="#fff"/></svg>`
    const image = sharp(Buffer.from(svg)).removeAlpha().greyscale()
    return await (blur > 0 ? image.blur(blur) : image).raw().toBuffer()
  }
  const [edge, soft, wide, hair, hairSoft] = await Promise.all([
    shape(HEAD, side * 0.001),
    shape(HEAD, side * 0.012),
    shape(HEAD, side * 0.045),
    shape(HAIRS[look.hair], side * 0.006),
    shape(HAIRS[look.hair], side * 0.03),
  ])
  const [back, glow, rim, second, skin] = [look.back, look.glow, look.rim, look.second, look.skin].map(rgb) as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ]
  const offset = (size.width - side) / 2
  // curls stand away from the head; combed hair and caps hardly do
  const loose = look.hair === 'cloud' ? 1 : 0.4
  const read = (map: Buffer, x: number, y: number) =>
    map[clamp(Math.round(y * side), 0, side - 1) * side + clamp(Math.round(x * side - offset), 0, side - 1)]! / 255
  const colourAt = (seenX: number, y: number): Rgb => {
    const x = look.isFlipped ? size.width / size.height - seenX : seenX
    const distance = Math.hypot(x - look.glowAt[0], y - look.glowAt[1])
    const smoke = fbm(x * 2.4, y * 2.4, 5)
    const behind = add(scale(back, 0.75 + 0.5 * smoke), glow, Math.exp(-distance * 2.5) * (0.55 + 0.75 * smoke))
    const curl = (fbm(x * 26, y * 26, 4) - 0.45) * 0.03 * loose
    const strand = read(hair, x + curl, y + curl * 0.8)
    const inside = Math.max(read(edge, x, y), smooth(0.35, 0.6, strand))
    const step = 0.006
    const light = (map: Buffer, dx: number, dy: number) =>
      clamp((read(map, x - dx * step, y - dy * step) - read(map, x + dx * step, y + dy * step)) * 1)
    const isHair = smooth(0.3, 0.6, strand)
    const hot = clamp((1 - read(soft, x, y)) * 1.9) ** 1.2 * clamp(light(wide, 1, -0.5) * 16)
    const cool = clamp((1 - read(soft, x, y)) * 1.7) * clamp(light(wide, -1, 0.1) * 14)
    const form = scale(skin, 0.2 + 0.5 * clamp(light(wide, 1, -0.6) * 4))
    const dark = scale(skin, 0.08 + 0.06 * fbm(x * 40, y * 40, 2))
    const fringe =
      clamp((1 - read(hairSoft, x, y)) * 1.7) ** 1.4 *
      isHair *
      (0.35 + 0.9 * smooth(0.3, 0.75, fbm(x * 64, y * 64, 4))) *
      loose
    const body = add(
      add(
        mix(form, dark, isHair),
        rim,
        hot * (1 - isHair) * 1.2 + fringe * smooth(-0.2, 0.25, x - offset / side - 0.45) * 0.9,
      ),
      second,
      (cool * (1 - isHair) + fringe * smooth(0.2, -0.25, x - offset / side - 0.45)) * 0.6,
    )
    return mix(behind, body, inside)
  }
  return vignette(paint(size.width, size.height, size.samples, colourAt), 0.35)
}
