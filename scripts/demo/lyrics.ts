/** Original lyrics of two of the demo songs, with a timestamp for each line (LRC).
 * The music has no singer; the lines follow its bars. */

const slowLightning = `Count with me from the flash to the sound,
one for the roof and two for the town,
three for the field where the fences lie down,
slow lightning, come round.

You said a mile is five seconds long,
I said a mile is the length of a song,
and neither of us was exactly wrong,
slow lightning, come on.

(hum)

Leave the window the width of a hand,
leave the radio between two bands,
I can hear the rain before it lands,
slow lightning, I understand.`

const nightBus = `Forty-one, the last one, nobody talks,
a man with a cake in a cardboard box,
a girl with her shoes in her hand and her socks
the colour of traffic lights.

Próxima parada, the sea on the left,
I've got all the windows and none of them kept,
the city goes by like a promise it slept
through, and that's all right.

Ring the bell, ring the bell,
I know your stop by now so well,
ring it anyway, I won't tell,
it's only you and the light.`

/** Formats lines as `[01:23.45]line` at a fixed interval. Empty lines between verses take no time and are dropped. */
function withTimes(
  words: string,
  { startSeconds, lineSeconds }: { startSeconds: number; lineSeconds: number },
): string {
  const lines = words.split('\n').filter((line) => line !== '')
  return lines.map((line, index) => `[${formatStamp(startSeconds + index * lineSeconds)}]${line}`).join('\n')
}

function formatStamp(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const [minutes, rest] = [Math.floor(hundredths / 6_000), hundredths % 6_000]
  return `${String(minutes).padStart(2, '0')}:${(rest / 100).toFixed(2).padStart(5, '0')}`
}

/** The duration of a bar of four beats, in seconds. */
const barSeconds = (beatsPerMinute: number) => (60 / beatsPerMinute) * 4

/** After two bars, one line per bar. */
export const slowLightningLyrics = withTimes(slowLightning, {
  startSeconds: 2 * barSeconds(72),
  lineSeconds: barSeconds(72),
})

/** After two bars, one line every two bars. */
export const nightBusLyrics = withTimes(nightBus, {
  startSeconds: 2 * barSeconds(112),
  lineSeconds: 2 * barSeconds(112),
})
