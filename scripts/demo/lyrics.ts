/** Words to two of the demo songs, written for them.
 * The music has no singer; the player shows these beside it. */

export const slowLightningLyrics = `Count with me from the flash to the sound,
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

export const nightBusLyrics = `Forty-one, the last one, nobody talks,
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
