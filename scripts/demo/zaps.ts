/** The zaps of the demo, and the deposits they require, as plain data. */

export const demoDeposits: { username: string; amountMsat: number }[] = [
  { username: 'listener', amountMsat: 60_000_000 },
  { username: 'davi', amountMsat: 5_000_000 },
]

export type DemoZap = {
  /** A demo account, or the external wallet. */
  from: string
  track?: string
  episode?: string
  sats: number
  comment?: string
  atSeconds?: number
}

export const demoZaps: DemoZap[] = [
  { from: 'listener', track: 'slow-lightning', sats: 5_000, atSeconds: 20, comment: 'The thunder stays in. Please.' },
  { from: 'outside', track: 'slow-lightning', sats: 2_100, atSeconds: 4 },
  { from: 'davi', track: 'slow-lightning', sats: 777, atSeconds: 12, comment: 'I felt the window shake.' },
  { from: 'listener', track: 'slow-lightning', sats: 300, atSeconds: 27 },
  { from: 'outside', track: 'slow-lightning', sats: 1_000, atSeconds: 38, comment: 'The hum at the end of the line.' },
  { from: 'listener', track: 'slow-lightning', sats: 2_500, atSeconds: 52, comment: 'Again from the flash, please.' },
  { from: 'davi', track: 'slow-lightning', sats: 150, atSeconds: 66 },
  { from: 'listener', track: 'night-bus-41', sats: 3_000, atSeconds: 34, comment: 'Missed my stop because of this.' },
  { from: 'outside', track: 'night-bus-41', sats: 1_000, atSeconds: 51, comment: 'For the driver.' },
  { from: 'davi', track: 'night-bus-41', sats: 210, atSeconds: 9, comment: 'Second row, left side.' },
  { from: 'listener', track: 'lost-sock-waltz', sats: 1_500, atSeconds: 12, comment: 'I think I have your sock.' },
  { from: 'davi', track: 'after-the-rain', sats: 1_200, atSeconds: 22 },
  { from: 'outside', track: 'after-the-rain', sats: 777, atSeconds: 41, comment: '雨の日に聴いています。' },
  { from: 'listener', track: 'paper-boats', sats: 900, atSeconds: 30, comment: 'Mine went under the bridge.' },
  { from: 'davi', track: 'amber-rooms', sats: 640, atSeconds: 33, comment: 'More broken organs.' },
  { from: 'outside', track: 'delicates', sats: 420 },
  { from: 'listener', track: 'kite-string', sats: 350, atSeconds: 18 },
  { from: 'davi', track: 'half-a-moon', sats: 210 },
  { from: 'outside', track: 'spin-cycle', sats: 121 },
  { from: 'listener', episode: 'radio-shop', sats: 600, atSeconds: 31, comment: 'It works! Turn it up.' },
]
