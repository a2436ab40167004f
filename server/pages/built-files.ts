/** The built files of web/: which of them a page needs, and their bytes, plain and compressed.
 * Pages are ../pages.ts; uploads are ../platform/files/files.ts. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib'

/** What a document must load, as URLs. */
export type Assets = { boot: string; scripts: string[]; styles: string[]; modules: string[]; fonts: string[] }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Bytes with their compressed forms, each computed when first requested. */
export class PageBody {
  readonly plain: Buffer
  #encoded = new Map<string, Promise<Buffer>>()
  #quality: number

  constructor(plain: Buffer, quality: number) {
    this.plain = plain
    this.#quality = quality
  }

  as(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.plain
    let encoded = this.#encoded.get(encoding)
    if (!encoded) {
      encoded = this.#compress(encoding)
      this.#encoded.set(encoding, encoded)
    }
    return encoded
  }

  async #compress(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    // In this thread: the handover to another takes as long.
    if (encoding === 'zstd') return zstdCompressSync(this.plain)
    if (encoding === 'gzip') return compressGzip(this.plain)
    return compressBrotli(this.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: this.#quality } })
  }
}

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** For what is compressed once and sent often: Brotli is smallest. */
const SMALLEST = ['br', 'gzip'] as const
/** For what is compressed for a few responses: Zstandard takes less than half the time of Brotli, and is 4 to 8 % larger. */
export const FASTEST = ['zstd', 'br', 'gzip'] as const

/** In `Accept-Encoding`, and not with the weight 0 (RFC 9110, 12.4.2). */
const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/,
  zstd: /\bzstd\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?![.\d]))/,
}

/** The first of these encodings that the client accepts. */
export function encodingFor(
  accepted: string | string[] | undefined,
  preferred: readonly (keyof typeof ACCEPTED)[] = SMALLEST,
): Encoding {
  const list = String(accepted ?? '')
  return preferred.find((encoding) => ACCEPTED[encoding].test(list)) ?? 'identity'
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

export type Manifest = Record<string, { file: string; imports?: string[] }>
/** The entry of the only stylesheet in the manifest. */
export const STYLESHEET = 'style.css'
/** The display font is inside the style sheet (scripts/lean-fonts.ts). */
const PRELOADED_FONT = /-latin-wdth-normal\.woff2$/

/** Which files exist in every language, and the folder of each language (written by web/words/inline-words.ts). */
export type TextFolders = { folders: Record<string, string>; files: Record<string, string[]> }

/** Reads the build's manifest: what the document must load for the page in `file`, in a language. */
export function createAssetMap(
  manifest: Manifest,
  texts: TextFolders = { folders: {}, files: {} },
): (file: string | undefined, language?: string) => Assets {
  const at = (key: string) => {
    const entry = manifest[key]
    if (!entry) throw new Error(`the build has no ${key}`)
    return entry
  }
  const follow = (key: string, into: Set<string>) => {
    for (const imported of at(key).imports ?? []) {
      if (into.has(imported)) continue
      into.add(imported)
      follow(imported, into)
    }
    return into
  }
  const url = (file: string, language = 'en') => {
    const isTranslated = Object.hasOwn(texts.files, file)
    return isTranslated ? `/${texts.folders[language]}/${file.slice(file.lastIndexOf('/') + 1)}` : `/${file}`
  }
  const client = 'web/entry-client.tsx'
  const fonts = Object.entries(manifest).flatMap(([key, { file }]) => (PRELOADED_FONT.test(key) ? [url(file)] : []))
  const made = new Map<string, Assets>()
  return (file, language = 'en') => {
    const name = `${language} ${file}`
    const known = made.get(name)
    if (known) return known
    const needed = follow(client, new Set())
    if (file !== undefined) follow(`web/${file}`, needed.add(`web/${file}`))
    needed.delete(client)
    const assets: Assets = {
      boot: url(at('web/boot.ts').file, language),
      scripts: [url(at(client).file, language)],
      styles: [url(at(STYLESHEET).file)],
      modules: [...needed].map((key) => url(at(key).file, language)),
      fonts,
    }
    made.set(name, assets)
    return assets
  }
}

const FILE_QUALITY = 9

export type BuiltFile = { body: PageBody; etag: string; type: string; isHashed: boolean; isText: boolean }

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.ico': 'image/x-icon',
}

const builds = new Map<string, Promise<ReadonlyMap<string, BuiltFile>>>()

/** Loads the whole build into memory, once: it is small, and no request can then reach a file outside of it. */
export function readFiles(directory: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const files = builds.get(directory) ?? loadFiles(directory)
  builds.set(directory, files)
  return files
}

async function loadFiles(directory: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const plain = await readFile(path)
    const name = path.slice(directory.length).replaceAll('\\', '/')
    files.set(name, {
      body: new PageBody(plain, FILE_QUALITY),
      etag: etagOf(plain),
      type,
      isHashed: name.startsWith('/assets/'),
      isText: /^text|svg|json/.test(type),
    })
  }
  return files
}

export async function sendBuiltFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: BuiltFile,
): Promise<void> {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    etag: file.etag,
    vary: 'accept-encoding',
  }
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = file.isText ? encodingFor(request.headers['accept-encoding']) : 'identity'
  const bytes = await file.body.as(encoding)
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = String(bytes.length)
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes)
}
