/** Every photograph of the demo by name: which scene, how large, with which settings. scripts/paint-demo.ts
 * paints them into ../photographs; the demo only reads those files. */
import { face } from './faces.ts'
import { collage, letters, plate, record, riso } from './graphic.ts'
import { desert, fog, type Size } from './landscapes.ts'
import { dunes, faceOf, fogs, neon, parlour, road } from './looks.ts'
import type { Frame } from './raster.ts'
import { room } from './rooms.ts'
import { sea } from './seas.ts'
import { street } from './streets.ts'

const cover: Size = { width: 1_100, height: 1_100, samples: 1 }
const wide: Size = { width: 1_600, height: 900, samples: 1 }
const photo: Size = { width: 1_080, height: 720, samples: 1 }
const portrait: Size = { width: 700, height: 700, samples: 1 }
const small: Size = { width: 360, height: 360, samples: 1 }

export const scenes: Record<string, () => Frame | Promise<Frame>> = {
  substation: () =>
    letters(cover, {
      rows: ['SUB', 'STA', 'TION'],
      ink: '#e9e6df',
      ground: '#0b0b0d',
      spark: '#ff2a1f',
      sparkAt: [2, 1],
    }),
  'one-sound': () => plate(cover, { plate: '#3b2a6b', edge: '#150c30', sand: '#f3dca8', modes: [3, 5] }),
  ferry: () => face(cover, faceOf({})),
  nine: () => record(cover, { ground: '#1f7a4d', shade: '#0b3322', label: '#f2d9a4', mark: '#c43a2a' }),
  'rooftop-weather': () => street(cover, neon),
  'five-rooms': () => riso(cover, { paper: '#f3ead6', first: '#ff4f5e', second: '#1f4fd8', seed: 2 }),
  'hang-dry': () =>
    collage(cover, {
      ground: '#e9dcc0',
      papers: ['#1d4fb8', '#d8432f', '#f2b632', '#1e1b1e', '#f3e8d8', '#2f8f6b', '#e98ba0'],
      seed: 3,
    }),
  'fog-signal': () => fog(cover, fogs.grey),
  'window-light': () => room(cover, parlour),
  'guarda-chuva': () =>
    sea(cover, {
      seed: 5,
      deep: '#003b46',
      bright: '#16d6b0',
      sky: ['#2a7fb0', '#d9f2e6'],
      sun: [0.3, 0.4],
      pitch: -0.25,
      swell: 1,
      umbrella: [0.56, 0.5],
    }),
  'kilometre-nine': () => desert(cover, road),

  'face-ines': () =>
    face(
      portrait,
      faceOf({ back: '#d9dde0', glow: '#ffffff', rim: '#fff4e0', second: '#b8c8d8', skin: '#8a6a5c', hair: 'bun' }),
    ),
  'face-omar': () =>
    face(
      portrait,
      faceOf({
        back: '#7a3a1c',
        glow: '#ffb45a',
        rim: '#ffe2a8',
        second: '#c0563a',
        skin: '#4a2a1e',
        hair: 'cap',
        isFlipped: true,
      }),
    ),
  'face-yusra': () =>
    face(
      portrait,
      faceOf({ back: '#04121f', glow: '#0fb5c9', rim: '#ff4d8d', second: '#38e0ff', skin: '#3f2620', hair: 'long' }),
    ),
  'face-baptiste': () =>
    face(
      portrait,
      faceOf({
        back: '#0a0a0c',
        glow: '#3a0a0a',
        rim: '#ff3a2a',
        second: '#e8e4dc',
        skin: '#241512',
        hair: 'short',
        isFlipped: true,
        glowAt: [0.7, 0.5],
      }),
    ),
  'face-assembly': () => riso(portrait, { paper: '#f3ead6', first: '#1f9d7a', second: '#7a2fc0', seed: 4 }),
  'face-a': () =>
    face(
      small,
      faceOf({ back: '#5a7d2a', glow: '#e6f08a', rim: '#fff7c0', second: '#3d8a6a', skin: '#7a4a34', hair: 'short' }),
    ),
  'face-b': () =>
    face(
      small,
      faceOf({
        back: '#7a2f5a',
        glow: '#ffb3c8',
        rim: '#ffe3d0',
        second: '#a060ff',
        skin: '#b07858',
        hair: 'long',
        isFlipped: true,
      }),
    ),
  'face-c': () =>
    face(
      small,
      faceOf({
        back: '#1d4fb8',
        glow: '#8fd0ff',
        rim: '#ffe7b8',
        second: '#2fd0c0',
        skin: '#4a2e26',
        hair: 'cloud',
        isFlipped: true,
      }),
    ),
  'face-d': () =>
    face(
      small,
      faceOf({ back: '#b8862a', glow: '#ffe39a', rim: '#fffbe8', second: '#d8432f', skin: '#8a5a44', hair: 'bun' }),
    ),
  'face-e': () =>
    face(
      small,
      faceOf({ back: '#c9c2b6', glow: '#fffaf0', rim: '#ffffff', second: '#8a9aa8', skin: '#5c4038', hair: 'cap' }),
    ),
  'face-f': () =>
    face(
      small,
      faceOf({
        back: '#12303a',
        glow: '#f07a4a',
        rim: '#ffd0a0',
        second: '#3aa0b0',
        skin: '#6a4032',
        hair: 'short',
        isFlipped: true,
      }),
    ),
  'face-kestrel': () => fog(portrait, fogs.dawn),

  'kestrel-banner': () => fog(wide, fogs.dawn),
  'kestrel-1': () => fog(photo, fogs.blue),
  'kestrel-2': () => fog(photo, fogs.sepia),
  'kestrel-3': () => fog(photo, fogs.night),
  'kestrel-4': () => fog(photo, fogs.moss),
  'yusra-banner': () => street(wide, { ...neon, seed: 11, figure: 1.2 }),
  'yusra-1': () =>
    street(photo, {
      ...neon,
      seed: 15,
      blur: 0.075,
      horizon: 0.7,
      lights: ['#38e0ff', '#4d7bff', '#ffffff', '#ff2d6f'],
    }),
  'yusra-2': () =>
    street(photo, {
      ...neon,
      seed: 23,
      dark: '#180606',
      haze: '#7a1f14',
      lights: ['#ff4a2a', '#ffb14a', '#ffe2a0'],
      figure: 0.5,
    }),
  'yusra-3': () =>
    street(photo, {
      ...neon,
      seed: 31,
      dark: '#04140f',
      haze: '#0f5a48',
      lights: ['#3dffb0', '#fff2a0', '#ff5fa0'],
      figure: 1.1,
    }),
  'ines-banner': () => room(wide, { ...parlour, eye: [-0.3, 1.25, -2.2], at: [-0.1, 1.2, 3], light: 1.2 }),
  'ines-1': () =>
    room(photo, { ...parlour, eye: [1.2, 1.5, 0.2], at: [1.0, 0.95, 3], zoom: 1.3, light: -0.7, hasChair: false }),
  'ines-2': () =>
    room(photo, {
      ...parlour,
      eye: [0, 1.1, -0.6],
      at: [0, 0.9, 3],
      zoom: 1.2,
      light: 1.0,
      hasPiano: false,
      wall: '#e8e0d0',
    }),
  'ines-3': () =>
    room(photo, {
      ...parlour,
      seed: 9,
      eye: [-0.6, 1.4, -1.6],
      at: [-0.4, 1.4, 3],
      zoom: 1.5,
      light: 1.3,
      hasPiano: false,
      hasChair: false,
      sun: '#ffcf9a',
    }),
  'omar-banner': () => desert(wide, dunes),
  'omar-1': () =>
    desert(photo, {
      ...dunes,
      seed: 27,
      sky: ['#0b1633', '#5a6a9a'],
      light: '#b4bcd8',
      shadow: '#0c1026',
      sun: [-0.8, 0.32],
      eye: 1.5,
      pitch: -0.16,
    }),
  'omar-2': () =>
    desert(photo, {
      ...dunes,
      seed: 22,
      sky: ['#3f8fc0', '#dcefee'],
      light: '#ffe0b0',
      shadow: '#b0764a',
      sun: [0.5, 0.7],
      eye: 0.8,
    }),
  'omar-3': () =>
    desert(photo, {
      ...road,
      seed: 6,
      sky: ['#40305a', '#f0906a'],
      light: '#e8784a',
      shadow: '#3a1426',
      sun: [-0.7, 0.26],
    }),
}
