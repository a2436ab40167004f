/** Banners and galleries of demo artists, as plain data: photographs by name, with where the eye should rest. */

export type DemoPhotograph = { photograph: string; caption: string; alt: string }
export type DemoImagery = {
  artistKey: string
  banner: string
  /** From the left and from the top, 0 to 1. */
  focus: { x: number; y: number }
  gallery: DemoPhotograph[]
}

export const demoImagery: DemoImagery[] = [
  {
    artistKey: 'kestrel-and-salt',
    banner: 'kestrel-banner',
    focus: { x: 0.69, y: 0.45 },
    gallery: [
      { photograph: 'kestrel-1', caption: 'The sound, from the boat.', alt: 'Blue hills in fog above still water.' },
      {
        photograph: 'kestrel-2',
        caption: 'Late August, fires inland.',
        alt: 'Brown ridges in haze under a large pale sun.',
      },
      {
        photograph: 'kestrel-3',
        caption: 'The light, on.',
        alt: 'A lighthouse at night before dark hills, with the moon.',
      },
      { photograph: 'kestrel-4', caption: 'Where the horn is.', alt: 'Green hills in mist, mirrored in a bay.' },
    ],
  },
  {
    artistKey: 'yusra-bello',
    banner: 'yusra-banner',
    focus: { x: 0.67, y: 0.55 },
    gallery: [
      {
        photograph: 'yusra-1',
        caption: 'Through the tram window.',
        alt: 'Blue and white lights out of focus above a wet street.',
      },
      {
        photograph: 'yusra-2',
        caption: 'Brake lights, five o’clock.',
        alt: 'Somebody with an umbrella in a street lit red.',
      },
      { photograph: 'yusra-3', caption: 'Outside the lab.', alt: 'Somebody with an umbrella in a street lit green.' },
    ],
  },
  {
    artistKey: 'ines-varga',
    banner: 'ines-banner',
    focus: { x: 0.4, y: 0.5 },
    gallery: [
      { photograph: 'ines-1', caption: 'Twenty past two.', alt: 'Sunlight on an upright piano.' },
      { photograph: 'ines-2', caption: 'The chair.', alt: 'A wooden chair before a sunlit wall.' },
      { photograph: 'ines-3', caption: 'Ten to four.', alt: 'The light of a window on an empty wall.' },
    ],
  },
  {
    artistKey: 'omar-fennec',
    banner: 'omar-banner',
    focus: { x: 0.35, y: 0.5 },
    gallery: [
      { photograph: 'omar-1', caption: 'Full moon, no torch needed.', alt: 'Dunes by moonlight.' },
      { photograph: 'omar-2', caption: 'Noon. Do not touch the guitar.', alt: 'Pale dunes under a high sun.' },
      { photograph: 'omar-3', caption: 'The ninth kilometre.', alt: 'A road between dunes at dusk.' },
    ],
  },
]
