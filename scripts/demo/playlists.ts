/** Playlists of the demo, as plain data. */
export type DemoPlaylist = { ownerUsername: string; title: string; description: string; tracks: string[] }

export const demoPlaylists: DemoPlaylist[] = [
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
    tracks: ['spin-cycle', 'delicates', 'kite-string', 'lost-sock-waltz'],
  },
]
