/** Playlists of the demo, as plain data. */
import { demoAlbums } from './catalogue.ts'
import { hasAccounts } from './people.ts'

export type DemoPlaylist = { ownerUsername: string; title: string; description: string; tracks: string[] }

const keys = new Set(demoAlbums.flatMap(({ tracks }) => tracks.map(({ key }) => key)))

const playlists: DemoPlaylist[] = [
  {
    ownerUsername: 'listener',
    title: 'Rain on the Window Seat',
    description: 'For trains that wait outside the station. Best with the lights off.',
    tracks: ['after-the-rain', 'amber-rooms', 'paper-boats', 'half-a-moon', 'night-bus-41'],
  },
  {
    ownerUsername: 'davi',
    title: 'Things to Fold Shirts To',
    description: 'Gentle spin. No ironing.',
    tracks: ['spin-cycle', 'delicates', 'kite-string', 'lost-sock-waltz', 'hang-dry'],
  },
  {
    ownerUsername: 'tomasz',
    title: 'Last Tram, Loud',
    description: 'For walking home fast because the night is short.',
    tracks: ['rooftop-weather', 'substation', 'last-lift', 'night-bus-41', 'kilometre-nine'],
  },
  {
    ownerUsername: 'greta',
    title: 'Three in the Afternoon, November',
    description: 'Lamp off. It is nearly dark and that is the point.',
    tracks: ['snow-on-the-line', 'fog-signal', 'five-rooms', 'window-light', 'low-sun', 'amber-rooms'],
  },
  {
    ownerUsername: 'davi',
    title: 'Last Bus, Window Side',
    description: 'Streetlights, wet asphalt, nobody talking.',
    tracks: ['night-bus-41', 'slow-lightning', 'after-the-rain', 'half-a-moon'],
  },
  {
    ownerUsername: 'listener',
    title: 'Kettle On',
    description: 'The first hour, before the phone.',
    tracks: ['kite-string', 'amber-rooms', 'paper-boats', 'spin-cycle'],
  },
]

export const demoPlaylists = playlists.filter(
  ({ ownerUsername, tracks }) => hasAccounts([ownerUsername]) && tracks.every((key) => keys.has(key)),
)
