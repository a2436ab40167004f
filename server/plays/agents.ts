/** Names browsers and apps for the statistics. A fixed list, so that clients cannot put arbitrary names on an artist's
 * page; unknown agents are 'Other'. */

const OTHER = 'Other'

/** The first match wins: Chrome also claims to be Safari, and most others claim to be Chrome. */
const families: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Substreamer', /substreamer/i],
  ['Symfonium', /symfonium/i],
  ['DSub', /\bdsub/i],
  ['Ultrasonic', /ultrasonic/i],
  ['play:Sub', /play:sub|playsub/i],
  ['Amperfy', /amperfy/i],
  ['Feishin', /feishin/i],
  ['Supersonic', /supersonic/i],
  ['Sonixd', /sonixd/i],
  ['Tempo', /^tempo(\/|$)/i],
  ['Fountain', /\bfountain\b/i],
  ['Podverse', /podverse/i],
  ['Castamatic', /castamatic/i],
  ['Podcast Guru', /podcast ?guru/i],
  ['AntennaPod', /antennapod/i],
  ['Overcast', /overcast/i],
  ['Pocket Casts', /pocket ?casts/i],
  ['Castro', /^castro\b/i],
  ['Apple Podcasts', /^podcasts\/|apple podcasts|applecoremedia/i],
  ['Podcast Addict', /podcast ?addict/i],
  ['VLC', /\bvlc\b/i],
  ['Edge', /\bedg(e|a|ios)?\//i],
  ['Opera', /\bopr\/|\bopera\b/i],
  ['Samsung Internet', /samsungbrowser/i],
  ['Brave', /\bbrave\//i],
  ['Vivaldi', /vivaldi/i],
  ['Firefox', /\bfirefox\/|\bfxios\//i],
  ['Chrome', /\bchrome\/|\bcrios\/|headlesschrome/i],
  ['Safari', /\bsafari\//i],
]

/** `player` is the name that the player sends, `userAgent` the header of its request. */
export function nameAgent(player: string, userAgent: string): string {
  for (const agent of [player, userAgent]) {
    const found = families.find(([, pattern]) => pattern.test(agent))
    if (found !== undefined) return found[0]
  }
  return OTHER
}
