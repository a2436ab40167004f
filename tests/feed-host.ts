/** A host of a podcast for tests: its feed, audio with ranges, chapters, transcripts and images. `/wild/` is the same show from a
 * server that dies, hangs, lies and sends something else, a few times for each file; `/calm/` always responds, and `/stuck/`
 * and `/halted/` hang in one file. `/calm-music/` and `/wild-music/` are an album. */
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { makeWav } from './audio-samples.ts'
import { listenLocally } from './node-doubles/listen.ts'

export type FeedHost = {
  url: string
  host: string
  /** Of the channel, for `<podcast:txt purpose="verify">`. */
  verifyText: string
  /** Elements of the channel besides those of every feed. */
  more: string
  /** Restores what was missing. */
  isMended: boolean
  /** Requests of audio: path, and from which byte on. */
  asked: { path: string; from: number }[]
  [Symbol.asyncDispose](): Promise<void>
}

const FAULTY_REQUESTS = 3
/** Longer than an importing server waits. */
const HANG_MS = 60_000
const FEW = 3
/** Not importable episodes: what responds at their address. */
const ODD = ['gone', 'inside', 'bomb', 'page'] as const

export async function startFeedHost(episodes: number): Promise<FeedHost> {
  const image = await sharp({ create: { width: 1_400, height: 1_400, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer()
  const bomb = gzipSync(Buffer.alloc(30_000_000))
  const counts = new Map<string, number>()
  const host = { verifyText: '', more: '', isMended: false, asked: [] as FeedHost['asked'] }
  const server = http.createServer((request, response) => {
    const path = request.url!
    const [, mood, kind, name = ''] = path.split('/')
    const number = Number.parseInt(name, 10)
    const send = (type: string, body: string | Buffer, status = 200) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (kind === 'feed.xml') send('text/xml', writeFeed(host, mood!, /^(calm|wild)$/.test(mood!) ? episodes : FEW))
    else if (kind === 'chapters') send('application/json', writeChapters(mood!, number))
    else if (kind === 'transcript') send('text/vtt', writeTranscript(number))
    else if (kind === 'image') send('image/jpeg', image)
    else if (name === 'gone' && !host.isMended) send('text/plain', '', 404)
    else if (name === 'inside') response.writeHead(302, { location: 'http://127.0.0.1:1/x.mp3' }).end()
    else if (name === 'bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    else if (name === 'private') send('text/plain', '', 401)
    else if (name === 'broken') send('text/plain', '', 500)
    else if (name === 'text') send('text/plain', 'Hello')
    else if (name === 'site') send('text/html', SITE)
    else if (name === 'page') send('audio/mpeg', '<html><body>Please log in</body></html>')
    else {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      host.asked.push({ path, from })
      const count = (counts.get(path) ?? 0) + 1
      counts.set(path, count)
      const isFaulty = mood!.startsWith('wild') && count <= FAULTY_REQUESTS
      const hangs = count === 1 && (['stuck', 'halted'].includes(mood!) ? number === 2 : isFaulty && number % 50 === 7)
      const fault = hangs ? 'hangs' : isFaulty ? faultOf(number, count) : null
      sendAudio(response, audioOf(name === 'gone' ? 1 : number), from, fault)
    }
  })
  const { url, stop } = await listenLocally(server)
  return Object.assign(host, { url, host: new URL(url).host, [Symbol.asyncDispose]: stop })
}

const SITE = `<!DOCTYPE html><html><head><link href='/style.css' rel=stylesheet>
  <link rel="alternate" type="application/rss+xml" href="/calm/feed.xml?a=1&amp;b=2"></head></html>`

type Fault = 'dies' | 'hangs' | 'refuses' | 'no-range' | 'wrong-range' | 'lies'

const faultOf = (number: number, count: number) =>
  (['dies', 'lies', 'refuses', 'no-range', 'wrong-range', 'dies'] as const)[(number * 5 + count) % 6]!

function sendAudio(response: http.ServerResponse, audio: Buffer, from: number, fault: Fault | null): void {
  const isPart = from > 0 && fault !== 'no-range'
  const start = fault === 'wrong-range' ? Math.max(0, from - 7) : isPart ? from : 0
  const rest = audio.subarray(start)
  if (fault === 'refuses') response.writeHead(503).end()
  else {
    response.writeHead(isPart ? 206 : 200, {
      etag: '"1"',
      'content-type': 'text/plain',
      'content-length': rest.length + (fault === 'lies' ? 5_000 : 0),
      ...(isPart && { 'content-range': `bytes ${start}-${audio.length - 1}/${audio.length}` }),
    })
    if (fault === 'dies' || fault === 'lies' || fault === 'hangs') {
      const end = setTimeout(() => response.destroy(), fault === 'hangs' ? HANG_MS : 20)
      response.on('close', () => clearTimeout(end)).write(rest.subarray(0, rest.length * 0.6))
    } else response.end(rest)
  }
}

const audios = new Map<number, Buffer>()

export function audioOf(number: number): Buffer {
  const tone = 200 + (number % 12) * 30
  if (!audios.has(tone)) audios.set(tone, makeWav(0.4, tone))
  return audios.get(tone)!
}

/** The `podcast:guid` of each show. */
export const showGuids: Readonly<Record<string, string>> = {
  calm: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
  wild: '917393e3-1b1e-5cef-ace4-edaa54e1f811',
  'calm-music': '917393e3-1b1e-5cef-ace4-edaa54e1f812',
  'wild-music': '917393e3-1b1e-5cef-ace4-edaa54e1f813',
  stuck: '917393e3-1b1e-5cef-ace4-edaa54e1f814',
  full: '917393e3-1b1e-5cef-ace4-edaa54e1f815',
  halted: '917393e3-1b1e-5cef-ace4-edaa54e1f816',
}

export const guidOf = (number: number) => `https://old.example/?p=${number}&x=<${number}>`

const writeChapters = (mood: string, number: number) =>
  JSON.stringify({
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: `Opening ${number}`, url: 'https://old.example/opening', img: `/${mood}/image/1.jpg` },
      { startTime: 0.2, title: 'Middle', img: `/${mood}/image/1.jpg` },
    ],
  })

const writeTranscript = (number: number) =>
  `WEBVTT\n\n00:00:00.000 --> 00:00:00.200\n<v Ada>Hello ${number}\n\n00:00:00.200 --> 00:00:00.400\nGoodbye\n`

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function writeFeed(
  { verifyText, more }: Pick<FeedHost, 'verifyText' | 'more'>,
  mood: string,
  episodes: number,
): string {
  const numbers = Array.from({ length: episodes }, (_one, index) => episodes - index)
  const odd = ODD.map(
    (name) => `<item><title>${name}</title><guid>${name}</guid><enclosure url="/${mood}/audio/${name}"/>
      <pubDate>Mon, 05 Jan 2015 10:00:00 GMT</pubDate></item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
    <title>A ${mood} show</title><description>About &lt;b&gt;things&lt;/b&gt;</description><language>en-gb</language>
    <itunes:image href="/${mood}/image/show.jpg"/><itunes:category text="Technology"/>
    <podcast:guid>${showGuids[mood]}</podcast:guid><podcast:txt purpose="verify">${verifyText}</podcast:txt>${more}
    <podcast:funding url="https://old.example/give">Give</podcast:funding>${writeValue('host@elsewhere.example', 90)}
    ${mood.endsWith('music') ? '<podcast:medium>music</podcast:medium>' : ''}
    ${numbers.map((number) => writeItem(mood, number)).join('\n')}${odd.join('')}
    <item><title>No audio</title><guid>none</guid></item>
    ${writeItem(mood, 1)}
    </channel></rss>`
}

const writeValue = (address: string, share: number) => `<podcast:value type="lightning" method="keysend">
  <podcast:valueRecipient type="lnaddress" address="${address}" split="${share}"/>
  <podcast:valueRecipient type="node" address="02aa" split="10"/></podcast:value>`

/** What only some items have. */
const writeSpecials = () => `${writeValue('guest@elsewhere.example', 30)}
  <podcast:soundbite startTime="0.1" duration="1.0">Why</podcast:soundbite>
  <podcast:location geo="geo:55.605,13.0038">Malmö</podcast:location>
  <podcast:license url="https://creativecommons.org/licenses/by/4.0/">cc-by-4.0</podcast:license>`

function writeItem(mood: string, number: number): string {
  const date = new Date(Date.UTC(2020, 0, number)).toUTCString()
  return `<item><title>Episode ${number}</title><guid isPermaLink="false">${escape(guidOf(number))}</guid>
    <pubDate>${date}</pubDate><itunes:season>${1 + (number % 3)}</itunes:season><itunes:episode>${number}</itunes:episode>
    <itunes:episodeType>${number % 7 === 0 ? 'bonus' : 'full'}</itunes:episodeType>
    <enclosure url="/${mood}/audio/${number}.wav?a=1" length="1" type="audio/mpeg"/>
    <description><![CDATA[<p>Notes ${number} &amp; a <a href="https://old.example/${number}">link</a></p>
      <script>alert(1)</script>]]></description>
    <podcast:person role="guest">Guest ${number}</podcast:person>
    ${number % 3 === 0 ? `<podcast:chapters url="/${mood}/chapters/${number}" type="application/json+chapters"/>` : ''}
    ${number % 3 === 0 ? writeSpecials() : ''}
    ${number % 4 === 0 ? `<podcast:transcript url="/${mood}/transcript/${number}" type="text/vtt"/>` : ''}
    ${number % 10 === 0 ? `<itunes:image href="/${mood}/image/${number}.jpg"/>` : ''}</item>`
}
