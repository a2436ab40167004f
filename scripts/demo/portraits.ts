/** Portraits of the demo artists and accounts, built of simple shapes.
 * They depict no real person. */
import type { Random } from './random.ts'
import { amber, beige, cream, ink, magenta, mint, orange, pink, plum, purple } from './palette.ts'
import { arch, clip, disc, ground, halfDisc, line, polygon, rect, ring, shape, size } from './shapes.ts'

/** Mara: a crown of hair in rings, earrings, eyes closed. */
export function drawMara(): string {
  const hair = disc(700, 560, 470, ink) + [400, 330].map((radius) => ring(700, 560, radius, 22, purple)).join('')
  const face = shape('M470 540A230 230 0 0 1 930 540V720A230 230 0 0 1 470 720Z', magenta)
  const eyes =
    line('M540 660q45 40 90 0', ink, 20) + line('M770 660q45 40 90 0', ink, 20) + line('M640 835q60 44 120 0', ink, 22)
  const body =
    rect(610, 880, 180, 260, magenta) +
    shape(`M180 ${size}A520 420 0 0 1 1220 ${size}Z`, cream) +
    shape('M560 1010A140 140 0 0 0 840 1010L790 980H610Z', magenta)
  return ground(amber) + hair + face + eyes + body + disc(452, 850, 46, orange) + disc(948, 850, 46, orange)
}

/** Teodor: a long face between organ pipes. */
export function drawTeodor(): string {
  const pipes = [0, 1, 2, 3, 4, 5, 6]
    .map((at) => arch(100 + at * 200, size + 20, 150, 1_350 - Math.abs(at - 3) * 190, at % 2 ? pink : purple))
    .join('')
  const head = rect(480, 330, 440, 640, beige, 210)
  const hair = shape('M480 560V540A220 230 0 0 1 920 540V560Q860 430 700 440Q540 430 480 560Z', orange)
  const beard = shape('M480 720H920V800A220 320 0 0 1 480 800Z', orange)
  const glasses = ring(600, 620, 78, 24, ink) + ring(800, 620, 78, 24, ink) + line('M678 610q22 -20 44 0', ink, 24)
  const mouth = rect(620, 800, 160, 44, plum, 22)
  return (
    ground(plum) +
    pipes +
    shape(`M230 ${size}A470 330 0 0 1 1170 ${size}Z`, ink) +
    head +
    hair +
    beard +
    glasses +
    polygon(
      [
        [700, 640],
        [735, 735],
        [665, 735],
      ],
      ink,
    ) +
    mouth
  )
}

/** Sunday Laundry: three heads pegged to one line. */
export function drawSundayLaundry(): string {
  const heads = [
    { x: 320, skin: pink, cloth: purple, hair: ink },
    { x: 700, skin: amber, cloth: magenta, hair: plum },
    { x: 1_080, skin: orange, cloth: cream, hair: ink },
  ]
  const users = heads.map(({ x, skin, cloth, hair }, at) => {
    const top =
      at === 0
        ? halfDisc(x, 640, 190, 0, hair)
        : at === 1
          ? disc(x - 150, 560, 100, hair) + disc(x + 150, 560, 100, hair) + halfDisc(x, 650, 190, 0, hair)
          : rect(x - 190, 530, 380, 390, hair, 130)
    const eyes = disc(x - 62, 735, 20, ink) + disc(x + 62, 735, 20, ink) + halfDisc(x, 810, 46, 180, ink)
    const face =
      at === 2
        ? top + disc(x, 720, 172, skin) + halfDisc(x, 690, 170, 0, hair)
        : at === 1
          ? disc(x, 720, 172, skin) + top
          : disc(x, 720, 172, skin) + top
    return (
      shape(`M${x - 190} ${size}V1130A190 190 0 0 1 ${x + 190} 1130V${size}Z`, cloth) +
      rect(x - 60, 850, 120, 130, skin) +
      face +
      eyes
    )
  })
  const peg = (x: number) => rect(x - 20, 250, 40, 130, orange, 12)
  const cloths =
    rect(180, 300, 250, 170, cream) +
    polygon(
      [
        [560, 300],
        [840, 300],
        [800, 480],
        [600, 480],
      ],
      pink,
    ) +
    rect(990, 300, 210, 130, amber)
  return (
    ground(mint) +
    cloths +
    line('M-20 290Q700 360 1420 290', ink, 16) +
    [200, 410, 590, 810, 1_010, 1_180].map(peg).join('') +
    users.join('')
  )
}

/** Hana: a round fringe, a leaf, a drop. */
export function drawHana(): string {
  const hair = shape(`M290 ${size}V640A410 410 0 0 1 1110 640V${size}Z`, plum)
  const face = disc(700, 740, 300, beige)
  const fringe = clip('brow', disc(700, 740, 302, '#000'), rect(380, 400, 640, 290, plum))
  const eyes = disc(590, 770, 30, plum) + disc(810, 770, 30, plum)
  const cheeks = disc(510, 870, 56, pink) + disc(890, 870, 56, pink)
  const body =
    shape(`M330 ${size}A370 300 0 0 1 1070 ${size}Z`, mint) +
    rect(620, 1_000, 160, 130, beige) +
    disc(700, 1_120, 80, beige)
  const leaf =
    shape('M980 420A330 330 0 0 1 1270 110A330 330 0 0 1 980 420Z', mint) + line('M985 415L1200 190', plum, 14)
  return (
    ground(magenta) +
    disc(240, 240, 130, orange) +
    hair +
    body +
    face +
    fringe +
    eyes +
    cheeks +
    halfDisc(700, 890, 50, 180, magenta) +
    leaf
  )
}

/** Luz: in profile under street lamps, facing right. */
export function drawLuz(): string {
  const lamps = [0, 1, 2, 3].map((at) => rect(0, 180 + at * 250, size, 64, at % 2 ? magenta : orange)).join('')
  const neck = rect(520, 900, 280, 340, amber)
  const face = shape(
    'M460 360H800A120 120 0 0 1 900 470L890 560L985 720L900 750L905 820L880 850L895 900Q880 1000 760 990H460Z',
    amber,
  )
  const hair = shape(
    'M820 300A420 420 0 0 0 250 640V1110A160 160 0 0 0 560 1110V660Q760 620 900 470A190 190 0 0 0 820 300Z',
    ink,
  )
  const shades = rect(690, 560, 225, 120, plum, 50) + line('M690 600L520 590', plum, 28)
  const mouth = shape('M820 838L905 822L880 850L890 872Q840 880 820 838Z', magenta)
  return (
    ground(purple) +
    lamps +
    disc(1_150, 290, 120, cream) +
    neck +
    shape(`M60 ${size}Q120 1200 520 1165Q640 1290 800 1165Q1180 1200 1250 ${size}Z`, mint) +
    face +
    mouth +
    hair +
    shades +
    ring(560, 900, 48, 20, cream)
  )
}

/** A face for accounts without an avatar: two shapes and eyes. */
export function drawListener(random: Random): string {
  const [back, skin, hair, cloth] = random.pick([
    [pink, cream, purple, ink],
    [mint, orange, plum, cream],
    [amber, pink, ink, purple],
    [purple, amber, ink, pink],
    [cream, magenta, plum, mint],
  ] as const)
  const look = random.between(-40, 40)
  const degrees = random.pick([-24, -12, 0, 18])
  return (
    ground(back) +
    shape(`M240 ${size}A460 400 0 0 1 1160 ${size}Z`, cloth) +
    rect(600, 900, 200, 190, skin) +
    disc(700, 670, 330, skin) +
    halfDisc(700, 600, 360, degrees, hair) +
    disc(590 + look, 735, 34, ink) +
    disc(810 + look, 735, 34, ink) +
    halfDisc(700 + look, 830, 64, 180, ink)
  )
}
