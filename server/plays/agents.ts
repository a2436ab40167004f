/** Under which name a browser or app stands in the figures. A fixed list, so that nobody can write names of their own into
 * an artist's page; what is not in it is 'Other'. */

const OTHER = 'Other'

/** The first that fits: Chrome says that it is Safari too, and most others that they are Chrome. */
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

/** `player` is what the player calls itself, `userAgent` what its request says. */
export function nameAgent(player: string, userAgent: string): string {
  for (const agent of [player, userAgent]) {
    const found = families.find(([, pattern]) => pattern.test(agent))
    if (found !== undefined) return found[0]
  }
  return OTHER
}
