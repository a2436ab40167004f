/** A self-signed certificate for a host name, created on demand: a private key in a repository is no secret.
 * Implements only as much of X.509 as a TLS server in a test needs. */
import { createSign, generateKeyPairSync } from 'node:crypto'

type Der = Uint8Array

const der = (tag: number, ...parts: Der[]): Der => {
  const body = Buffer.concat(parts)
  const [high, low] = [body.length >> 8, body.length & 255]
  // The shortest form, which Go and others insist on.
  const length = body.length < 128 ? [low] : high === 0 ? [0x81, low] : [0x82, high, low]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Der[]) => der(0x30, ...parts)
const object = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
const time = (text: string) => der(0x18, Buffer.from(text))

const ecdsaWithSha256 = sequence(object(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const commonName = object(0x55, 0x04, 0x03)
const subjectAltName = object(0x55, 0x1d, 0x11)
const DNS_NAME = 0x82

export function makeCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const altNames = sequence(subjectAltName, der(0x04, sequence(der(DNS_NAME, Buffer.from(host)))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altNames)),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const bytes = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const base64 = Buffer.from(bytes).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}
