/** The settings of scenes that several photographs share. */
import type { FaceLook } from './faces.ts'
import type { DesertLook, FogLook } from './landscapes.ts'
import type { RoomLook } from './rooms.ts'
import type { StreetLook } from './streets.ts'

export const fogs = {
  grey: {
    seed: 3,
    sun: [0.66, 0.3],
    sunSize: 0.05,
    sky: ['#8d9297', '#b4b8ba', '#d2d2cf'],
    near: '#26292d',
    sunColour: '#fffaf0',
    water: 0.7,
    lighthouse: 0.3,
  },
  dawn: {
    seed: 8,
    sun: [1.22, 0.44],
    sunSize: 0.07,
    sky: ['#5b6f8a', '#c9a9a0', '#f3cfae'],
    near: '#1d2433',
    sunColour: '#ffe0b0',
    water: 0.74,
    lighthouse: 0.42,
  },
  blue: {
    seed: 12,
    sun: [0.4, 0.26],
    sunSize: 0.03,
    sky: ['#1c3350', '#5c83a3', '#a9c3cf'],
    near: '#0b1622',
    sunColour: '#f2f6ff',
    water: 0.8,
  },
  sepia: {
    seed: 21,
    sun: [0.75, 0.38],
    sunSize: 0.09,
    sky: ['#a2836a', '#d8b08a', '#f0d6b2'],
    near: '#2b1c16',
    sunColour: '#fff0d0',
    water: 1.05,
  },
  moss: {
    seed: 30,
    sun: [1.1, 0.2],
    sunSize: 0.04,
    sky: ['#77897f', '#a7b5a5', '#d4dac6'],
    near: '#1c2a22',
    sunColour: '#fbfbe6',
    water: 0.66,
  },
  night: {
    seed: 17,
    sun: [1.05, 0.22],
    sunSize: 0.035,
    sky: ['#0b1226', '#25345a', '#56678a'],
    near: '#05070f',
    sunColour: '#e8ecff',
    water: 0.72,
    lighthouse: 0.5,
  },
} satisfies Record<string, FogLook>

export const road: DesertLook = {
  seed: 4,
  sky: ['#6fb1b5', '#f6d9a6'],
  light: '#f0a24e',
  shadow: '#7a2f1c',
  sun: [0.75, 0.34],
  eye: 0.55,
  road: true,
  pitch: -0.06,
}
export const dunes: DesertLook = {
  seed: 9,
  sky: ['#3e5f8f', '#f7c7a0'],
  light: '#f3b36a',
  shadow: '#5b2130',
  sun: [-0.8, 0.3],
  eye: 1.1,
  road: false,
  pitch: -0.12,
}

export const parlour: RoomLook = {
  seed: 3,
  wall: '#fbf9f4',
  floor: '#d8bd97',
  piano: '#3a2a22',
  sun: '#ffe9c4',
  shade: '#edf0f3',
  eye: [0.15, 1.3, -2.6],
  at: [0.4, 1.2, 3],
  zoom: 1.5,
  light: 0.9,
  hasPiano: true,
  hasChair: true,
}

export const neon: StreetLook = {
  seed: 4,
  dark: '#070b18',
  haze: '#14466e',
  lights: ['#ff2d6f', '#ffb14a', '#38e0ff', '#ff6a3d', '#9a6bff'],
  blur: 0.045,
  figure: 0.6,
  horizon: 0.62,
}

export const faceOf = (look: Partial<FaceLook>): FaceLook => ({
  back: '#1a0f3c',
  glow: '#ff5b7d',
  rim: '#ffc9a0',
  second: '#5f7bff',
  skin: '#5a2f2a',
  hair: 'cloud',
  glowAt: [0.2, 0.4],
  isFlipped: false,
  ...look,
})
