/** The fault proxy does to connections what its mode says. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { startFaultProxy } from './fault-proxy.ts'

test('the fault proxy forwards, cuts, delays, holds back and loses responses', async () => {
  await using stack = new AsyncDisposableStack()
  const heard: string[] = []
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      heard.push(bytes.toString())
      socket.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  const proxy = await startFaultProxy(() => ({ host: '127.0.0.1', port: (server.address() as net.AddressInfo).port }))
  stack.defer(() => proxy.close())
  const connect = () => net.connect({ host: '127.0.0.1', port: proxy.port }).on('error', () => undefined)
  const ask = async (socket: net.Socket, word: string, timeoutMs: number) => {
    socket.write(word)
    const answer = once(socket, 'data').then(([bytes]) => String(bytes))
    return Promise.race([answer, new Promise<string>((resolve) => setTimeout(resolve, timeoutMs, 'nothing'))])
  }

  const socket = connect()
  assert.equal(await ask(socket, 'one', 2_000), 'one')

  proxy.set('delay')
  const startedAt = performance.now()
  assert.equal(await ask(socket, 'two', 2_000), 'two')
  assert.ok(performance.now() - startedAt >= 140)

  proxy.set('hang')
  assert.equal(await ask(socket, 'three', 200), 'nothing')
  assert.ok(!heard.includes('three'))
  const afterwards = once(socket, 'data')
  proxy.set('none')
  assert.equal(String((await afterwards)[0]), 'three')

  proxy.set('half-open')
  assert.equal(await ask(socket, 'four', 200), 'nothing')
  assert.ok(heard.includes('four'))
  const ended = once(socket, 'close')
  proxy.set('none')
  await ended

  const second = connect()
  assert.equal(await ask(second, 'five', 2_000), 'five')
  const cut = once(second, 'close')
  proxy.set('cut')
  await cut
  await new Promise((resolve) => connect().once('close', resolve))
})
