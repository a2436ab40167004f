/** The pieces of the demo catalogue by name; each is synthesized as a stereo WAV, with the same result every time.
 * Nothing is recorded or downloaded. */
import { renderAfterTheRain, renderNightBus } from './pieces-city.ts'
import {
  renderAmberRooms,
  renderHalfAMoon,
  renderKiteString,
  renderPaperBoats,
  renderSlowLightning,
} from './pieces-folk.ts'
import { renderDelicates, renderLostSockWaltz, renderSpinCycle } from './pieces-laundry.ts'
import { renderHarbour, renderRadioShop } from './pieces-town.ts'

export const pieces = {
  'slow-lightning': renderSlowLightning,
  'paper-boats': renderPaperBoats,
  'kite-string': renderKiteString,
  'half-a-moon': renderHalfAMoon,
  'amber-rooms': renderAmberRooms,
  delicates: renderDelicates,
  'spin-cycle': renderSpinCycle,
  'lost-sock-waltz': renderLostSockWaltz,
  'after-the-rain': renderAfterTheRain,
  'night-bus-41': renderNightBus,
  harbour: renderHarbour,
  'radio-shop': renderRadioShop,
} as const satisfies Record<string, () => Buffer>

export type PieceName = keyof typeof pieces
