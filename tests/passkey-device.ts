/** A security key for tests: creates and uses passkeys as a browser would (WebAuthn level 3, ES256). It checks
 * nothing; checking is the server's task. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** User present and verified; 0x40: a key is attached. */
const PRESENT_AND_VERIFIED = 0x05
const WITH_KEY = 0x40

export type PasskeyDevice = {
  credentialId: string
  create(options: Creation, origin: string): Created
  get(options: Asked, origin: string, given?: { flags?: number; counter?: number }): Used
}
type Creation = { challenge: string; rp: { id?: string | undefined } }
type Asked = { challenge: string; rpId?: string | undefined }
type Created = Credential & { response: { clientDataJSON: string; attestationObject: string; transports: string[] } }
type Used = Credential & { response: { clientDataJSON: string; authenticatorData: string; signature: string } }
type Credential = { id: string; rawId: string; type: 'public-key'; clientExtensionResults: Record<string, unknown> }

export function createPasskeyDevice(): PasskeyDevice {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = id.toString('base64url')
  const credential = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} } as const
  let uses = 0
  return {
    credentialId,
    create({ challenge, rp }, origin) {
      const key = Buffer.concat([Buffer.alloc(16), length16(id.length), id, coseKeyOf(publicKey)])
      const authData = Buffer.concat([headOf(rp.id ?? '', PRESENT_AND_VERIFIED | WITH_KEY, 0), key])
      // {"fmt": "none", "attStmt": {}, "authData": …}
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url')
      const attestationObject = attestation.toString('base64url')
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ['usb'] } }
    },
    get({ challenge, rpId }, origin, { flags = PRESENT_AND_VERIFIED, counter = ++uses } = {}) {
      const authenticatorData = headOf(rpId ?? '', flags, counter)
      const data = clientData('webauthn.get', challenge, origin)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function headOf(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5)
  tail[0] = flags
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail])
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053, section 7.1.1). */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const fixed = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([fixed, cborBytes(left), Buffer.from([0x22]), cborBytes(right)])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, ...length16(bytes.length)])
  return Buffer.concat([head, bytes])
}

function length16(length: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return bytes
}
