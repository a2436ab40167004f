/** The lyrics of seven demo songs, with a timestamp for each line (LRC), and in two of them for each word. The music has
 * singers without words; the lines follow their bars. */

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
I’ve got all the windows and none of them kept,
the city goes by like a promise it slept
through, and that's all right.

Ring the bell, ring the bell,
I know your stop by now so well,
ring it anyway, I won't tell,
it's only you and the light.`

const ferry = `The ferry stops at nine o’clock,
it ties its shadow to the dock,
the ticket man takes off his watch,
and I have missed it twice.

So walk me to the harbour wall,
there’s nothing there to see at all
but one red light that seems to call
a thing by half its price.

Stay, says the rope, and the rope is strong,
go, says the tide, but the tide is wrong,
I only wanted half a song
and you sang all of mine.

The gulls have put the town away,
the chairs are stacked at the café,
tomorrow is a kind of bay
we row to, line by line.

Stay, says the rope, and the rope is right,
go, says the tide, but not tonight,
the ferry sleeps without a light,
the ferry stops at nine.`

const rooftopFirst = `Four in the morning, tar and tin,
the city breathes its engines in,
I hung my coat on a satellite dish
and waited for the rain to begin.`

const rooftopSecond = `Slow down, says every red light,
nobody’s there to be slow.
I’ve counted the drops on the skylight,
they all know where to go.
Six in the morning, copper and grey,
the first tram carries the weather away.`

const guardaFirst = `Guarda-chuva, onde vais?
Nunca soubeste voltar.
Foste o pior dos meus iguais,
bom só para o mar.`

const guardaSecond = `You were never good at rain,
you were always good at leaving,
turn your handle to the wind again,
I’ll do the grieving.`

const guardaThird = `Guarda-chuva, volta já,
ou não voltes, tanto faz.
Chove dos dois lados cá,
e o mar traz.`

const fiveFirst = `One in the kitchen, the kettle is low,
two by a window that looks upon snow,
three on a staircase, and four on a train,
five on a roof with the first of the rain.`

const fiveSecond = `Breathe when I breathe, though I can’t hear you do it,
here is the hour and we walk into it,
nobody leads and there’s nobody late,
hold it for seven and let it go at eight.`

const fiveThird = `Somebody’s far, and that somebody’s near,
the distance is only the time that we hear,
five little rooms with the light left on,
one breath, one breath, and the walls are gone.`

const nineFirst = `One is for the engine, two is for the sand,
three is for the letter that I carry in my hand,
four is for the driver who has never learned to slow,
five is for the mountain, and the mountain doesn’t know.`

const nineSecond = `Six is for the water that I promised I would save,
seven for the radio, the music that it gave,
eight is for the turning where you told me you were mine,
wait for me, wait for me at kilometre nine.`

type Timing = { startSeconds: number; lineSeconds: number }

const linesOf = (words: string) => words.split('\n').filter((line) => line !== '')

/** Formats lines as `[01:23.45]line` at a fixed interval. Empty lines between verses take no time and are dropped. */
function withTimes(words: string, { startSeconds, lineSeconds }: Timing): string {
  return linesOf(words)
    .map((line, index) => `[${formatStamp(startSeconds + index * lineSeconds)}]${line}`)
    .join('\n')
}

/** The same with a time before each word. A long word takes longer; a line is sung in the first nine tenths of its time. */
function withWordTimes(words: string, { startSeconds, lineSeconds }: Timing): string {
  return linesOf(words)
    .map((line, index) => {
      const start = startSeconds + index * lineSeconds
      const parts = line.split(' ')
      const weights = parts.map((word) => word.length + 2)
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      let passed = 0
      const sung = parts.map((word, at) => {
        const stamp = formatStamp(start + (passed / total) * lineSeconds * 0.9)
        passed += weights[at]!
        return `<${stamp}>${word}`
      })
      return `[${formatStamp(start)}]${sung.join(' ')}`
    })
    .join('\n')
}

function formatStamp(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const [minutes, rest] = [Math.floor(hundredths / 6_000), hundredths % 6_000]
  return `${String(minutes).padStart(2, '0')}:${(rest / 100).toFixed(2).padStart(5, '0')}`
}

/** Lines of so many bars, from a bar on. */
function bars(beatsPerMinute: number, from: number, each: number, beats = 4): Timing {
  const barSeconds = (60 / beatsPerMinute) * beats
  return { startSeconds: from * barSeconds, lineSeconds: each * barSeconds }
}

export const slowLightningLyrics = withTimes(slowLightning, bars(72, 2, 1))
export const nightBusLyrics = withTimes(nightBus, bars(112, 2, 2))
export const ferryLyrics = withWordTimes(ferry, bars(84, 2, 1))
export const rooftopWeatherLyrics = [
  withWordTimes(rooftopFirst, bars(172, 8, 2)),
  withWordTimes(rooftopSecond, bars(172, 24, 2)),
].join('\n')
export const guardaChuvaLyrics = [
  withTimes(guardaFirst, bars(126, 4, 2)),
  withTimes(guardaSecond, bars(126, 12, 2)),
  withTimes(guardaThird, bars(126, 28, 2)),
].join('\n')
export const fiveRoomsLyrics = [
  withTimes(fiveFirst, bars(64, 2, 1)),
  withTimes(fiveSecond, bars(64, 6, 1)),
  withTimes(fiveThird, bars(64, 14, 1)),
].join('\n')
export const kilometreNineLyrics = [
  withTimes(nineFirst, bars(216, 12, 2, 6)),
  withTimes(nineSecond, bars(216, 28, 2, 6)),
].join('\n')
