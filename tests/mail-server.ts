/** A real SMTP server that stores the mails, parsed as a reader sees them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string; headers: Map<string, string>; text: string; links: string[] }

export type MailServer = {
  url: string
  /** While false, every mail is refused temporarily (451). */
  isThere: boolean
  /** The newest last. */
  received: ReceivedMail[]
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        if (!self.isThere) return done(Object.assign(new Error('Not now'), { responseCode: 451 }))
        const mail = openMail(raw)
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, ...mail })
        return done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const self: MailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    isThere: true,
    received,
    close: () => new Promise((resolve) => void smtp.close(resolve)),
  }
  return self
}

/** A single text part, which is the format of our mails. */
function openMail(raw: string): Omit<ReceivedMail, 'to'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]+: */, '')]),
  )
  const body = raw.slice(end + 4)
  const encoding = headers.get('content-transfer-encoding')
  // Text in other scripts is sent in base64.
  const plain = encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body
  const words = encoding === 'quoted-printable' ? openQuoted(body) : plain
  return { headers, text: words, links: words.match(/https?:\/\/\S+/g) ?? [] }
}

function openQuoted(body: string): string {
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
