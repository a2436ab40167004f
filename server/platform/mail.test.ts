/** Mail delivery with a real SMTP server that accepts mails, refuses them, is unreachable and comes back. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { beforeEach, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { until } from '#tests/users.ts'
import { openFileDatabase } from '#tests/file-database.ts'
import type { Log } from './log.ts'
import { createMailer, listUnsentMails, mailSubscriptions } from './mail.ts'
import { startDispatcher } from './jobs/outbox.ts'

const SECRET = 'a secret of at least 32 letters, for this test'
const LINK = 'https://peal.example/reset-password?oobCode=a-code-that-opens-an-account'

type Received = { to: string[]; text: string }

const database = await openFileDatabase()
let nowMs = Date.now()
let lines: string[] = []
const clock = { now: () => new Date(nowMs) }
const record = (event: string, fields?: object) =>
  void lines.push(
    `${event} ${JSON.stringify(fields, (_name, value: unknown) => (value instanceof Error ? value.stack : value))}`,
  )
const log: Log = { info: record, warn: record, error: record }

beforeEach(async () => {
  nowMs = Date.now()
  lines = []
  await database.pool.query('DELETE FROM outbox')
})

const optionsFor = (port: number) => ({
  smtpUrl: `smtp://127.0.0.1:${port}`,
  from: 'Peal <peal@peal.example>',
  database,
  clock,
  log,
  secret: SECRET,
})
const mailTo = (to: string) => ({ to, subject: 'Hello', text: `Open this: ${LINK}\n` })

async function listenSmtp(received: Received[], port = 0): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('No such person'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        // Quoted-printable (RFC 2045): lines are folded by `=` at their ends.
        text = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return server
}
const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()))
const portOf = (server: { server: Server } | Server) =>
  ((server instanceof SMTPServer ? server.server : (server as Server)).address() as AddressInfo).port

test('a mail is inserted in the transaction of its caller, and delivered', async () => {
  const received: Received[] = []
  const server = await listenSmtp(received)
  const options = optionsFor(portOf(server))
  const mailer = createMailer(options)
  await database.transaction((tx) => mailer.send(mailTo('someone@example.com'), tx))
  const undone = database.transaction(async (tx) => {
    await mailer.send(mailTo('other@example.com'), tx)
    throw new Error('undone')
  })
  await assert.rejects(undone)
  const dispatcher = startDispatcher({ database, log }, [{ database, subscriptions: mailSubscriptions(options) }])
  await until(() => received.length > 0)
  await dispatcher.drain()
  await dispatcher.stop()
  await close(server)
  assert.deepEqual(
    received.map(({ to }) => to),
    [['someone@example.com']],
  )
  assert.match(received[0]!.text, /From: Peal <peal@peal\.example>/)
  assert.match(received[0]!.text, /a-code-that-opens-an-account/)
})

test('while the mail server is unreachable no mail is lost, and each arrives once', async () => {
  const received: Received[] = []
  const first = await listenSmtp(received)
  const port = portOf(first)
  await close(first)
  const options = optionsFor(port)
  const mailer = createMailer(options)
  for (let index = 0; index < 5; index++) await mailer.send(mailTo(`person-${index}@example.com`))
  const dispatcher = startDispatcher({ database, log }, [{ database, subscriptions: mailSubscriptions(options) }])
  await until(() => lines.some((line) => line.startsWith('outbox-failed')))
  const second = await listenSmtp(received, port)
  await until(() => received.length === 5, 30_000)
  await dispatcher.drain()
  await dispatcher.stop()
  await close(second)
  assert.equal(new Set(received.map(({ to }) => to[0])).size, 5)
  assert.equal(received.length, 5)
})

test('a mail server that does not respond delays only its mails, and does not block the caller', async () => {
  let connections = 0
  const silent = createServer(() => connections++)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const options = optionsFor(portOf(silent))
  await createMailer(options).send(mailTo('someone@example.com'))
  assert.equal(connections, 0)
  const dispatcher = startDispatcher({ database, log }, [{ database, subscriptions: mailSubscriptions(options) }])
  await until(() => lines.some((line) => line.startsWith('outbox-failed')), 15_000)
  await dispatcher.stop()
  silent.close()
})

test('a permanently refused address is given up, and the other mails are sent', async () => {
  const received: Received[] = []
  const server = await listenSmtp(received)
  const options = optionsFor(portOf(server))
  const mailer = createMailer(options)
  await mailer.send(mailTo('nobody@example.com'))
  await mailer.send(mailTo('someone@example.com'))
  const dispatcher = startDispatcher({ database, log }, [{ database, subscriptions: mailSubscriptions(options) }])
  await until(() => received.length === 1)
  await dispatcher.drain()
  await dispatcher.stop()
  await close(server)
  assert.ok(lines.some((line) => line.startsWith('mail-refused')))
  assert.equal((await database.pool.query('SELECT 1 FROM outbox WHERE done_at IS NULL')).rows.length, 0)
})

test('neither queued mails in the database nor the log contain a link or an address', async () => {
  const server = await listenSmtp([])
  const port = portOf(server)
  await close(server)
  const options = optionsFor(port)
  await createMailer(options).send(mailTo('someone@example.com'))
  const { rows } = await database.pool.query('SELECT payload::text AS text FROM outbox')
  assert.equal(rows.length, 1)
  const dispatcher = startDispatcher({ database, log }, [{ database, subscriptions: mailSubscriptions(options) }])
  await until(() => lines.length > 0)
  await dispatcher.stop()
  const all = [rows[0].text, ...lines].join('\n')
  for (const secret of ['oobCode', 'a-code-that', 'someone@', 'Hello']) assert.ok(!all.includes(secret), secret)
})

test('a mail that could not be sent for two days is not sent any more', async () => {
  const received: Received[] = []
  const server = await listenSmtp(received)
  const options = optionsFor(portOf(server))
  await createMailer(options).send(mailTo('someone@example.com'))
  nowMs += 3 * 86_400_000
  const dispatcher = startDispatcher({ database, log }, [{ database, subscriptions: mailSubscriptions(options) }])
  await until(() => lines.some((line) => line.startsWith('mail-given-up')))
  await dispatcher.stop()
  await close(server)
  assert.deepEqual(received, [])
})

test('without an SMTP server a mail is stored, in the transaction of its caller', async () => {
  const mailer = createMailer({ ...optionsFor(1), smtpUrl: null })
  await database.transaction((tx) => mailer.send(mailTo('kept@example.com'), tx))
  const [mail] = await listUnsentMails(database, 'kept@example.com')
  assert.deepEqual(mail?.links, [LINK])
  const text =
    'If you did not do this at https://peal.example, ignore it. See https://peal.example/a?b=c,d(e). 「https://peal.example/ja」。'
  await mailer.send({ ...mailTo('clauses@example.com'), text })
  const [clauses] = await listUnsentMails(database, 'clauses@example.com')
  assert.deepEqual(clauses?.links, [
    'https://peal.example',
    'https://peal.example/a?b=c,d(e',
    'https://peal.example/ja',
  ])
  assert.deepEqual(mailSubscriptions({ ...optionsFor(1), smtpUrl: null }), {})
})
