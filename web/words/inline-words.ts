/** A build step that replaces translation keys by texts, so that every module contains exactly its own texts and a page
 * waits for no catalogue. In development and on the server, texts are looked up in the catalogues, which locales()
 * substitutes for the module that reads their files.
 *
 * The bundler sees a placeholder instead of a key. Afterwards each file with placeholders, and each file that imports one,
 * is written once per language, into a folder named after the language and a hash of its texts. Files without texts are the
 * same for all languages. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { type Language, languages } from '#contract/languages.ts'
import type { TextKey } from '#locales/texts.ts'
import { catalogues, textOf } from './source.ts'

/** What the server needs to know, in addition to the manifest. */
export type TextFolders = {
  /** Where a language has its files, such as 'assets/de-1a2b3c4d'. */
  folders: Record<Language, string>
  /** Every file that exists once per language, with the keys of its texts. */
  files: Record<string, string[]>
}

export const TEXT_FOLDERS_FILE = '.vite/words.json'

const MARK = /@@word:([\w.-]+)@@/g
const LITERAL = /(['"])([a-z]\w*(?:\.[\w-]+)+)\1/g
const ASSETS = 'assets/'

type Chunk = { fileName: string; code: string; imported: readonly string[] }

/** Replaces locales/texts.ts in pages, which cannot read files. */
const BUNDLED_TEXTS = `
const areas = Object.entries(import.meta.glob('./*/*.json', { eager: true, import: 'default' }))
export const readTexts = (language) =>
  Object.assign({}, ...areas.flatMap(([file, texts]) => (file.startsWith('./' + language + '/') ? [texts] : [])))`

export function locales(): Plugin {
  return {
    name: 'locales',
    enforce: 'pre',
    load: (id) => (id.endsWith('/locales/texts.ts') ? BUNDLED_TEXTS : undefined),
  }
}

export function inlineTexts(): Plugin {
  return {
    name: 'inline-words',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id.endsWith('/web/words/source.ts') ? 'export const textOf = (_language, key) => key' : undefined),
    transform: (code, id) => (hasTexts(id) ? { code: markKeys(code), map: null } : undefined),
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.fileName.startsWith(ASSETS)
          ? [{ fileName: file.fileName, code: file.code, imported: [...file.imports, ...file.dynamicImports] }]
          : [],
      )
      if (dir !== undefined) writeLanguages(dir, chunks)
    },
  }
}

/** Every module of the interface except words/, which contains no text of its own. */
const hasTexts = (id: string): boolean => /\/web\/(?!words\/)[^?]*\.tsx?$/.test(id)

function markKeys(code: string): string {
  return code.replaceAll(LITERAL, (whole, _quote, key: string) =>
    Object.hasOwn(catalogues.en, key) ? `'@@word:${key}@@'` : whole,
  )
}

function writeLanguages(directory: string, chunks: readonly Chunk[]): void {
  const worded = listDescribed(chunks)
  const files = Object.fromEntries(worded.map(({ fileName, code }) => [fileName, listKeys(code)]))
  const folders = Object.fromEntries(
    languages.map((language) => [language, `${ASSETS}${language}-${hashOf(catalogues[language])}`]),
  ) as Record<Language, string>
  const isWorded = (name: string) => Object.hasOwn(files, `${ASSETS}${name}`)
  for (const language of languages) {
    fs.mkdirSync(path.join(directory, folders[language]), { recursive: true })
    for (const { fileName, code } of worded) {
      const moved = moveImports(insertTexts(code, language), folders[language], isWorded)
      fs.writeFileSync(path.join(directory, folders[language], fileName.slice(ASSETS.length)), moved)
    }
  }
  for (const { fileName } of worded) fs.rmSync(path.join(directory, fileName))
  fs.mkdirSync(path.join(directory, '.vite'), { recursive: true })
  fs.writeFileSync(path.join(directory, TEXT_FOLDERS_FILE), JSON.stringify({ folders, files } satisfies TextFolders))
}

/** Chunks with texts, and all that import them. */
function listDescribed(chunks: readonly Chunk[]): Chunk[] {
  const names = new Set(chunks.filter(({ code }) => listKeys(code).length > 0).map(({ fileName }) => fileName))
  for (let before = -1; before !== names.size;) {
    before = names.size
    for (const { fileName, imported } of chunks) if (imported.some((name) => names.has(name))) names.add(fileName)
  }
  return chunks.filter(({ fileName }) => names.has(fileName))
}

const listKeys = (code: string): string[] => [...new Set([...code.matchAll(MARK)].map((match) => match[1] ?? ''))]

/** The placeholders are inside string literals, whose quotes are chosen by the minifier. */
function insertTexts(code: string, language: Language): string {
  return code.replaceAll(MARK, (_mark, key: TextKey) =>
    textOf(language, key)
      .replaceAll(/['"`\\]|\$(?=\{)/g, '\\$&')
      .replaceAll('\n', '\\n'),
  )
}

/** The file moves one folder deeper: imports of files that exist per language stay, the others go one folder up. */
function moveImports(code: string, folder: string, isWorded: (name: string) => boolean): string {
  return code
    .replaceAll(/(["'`])\.\/([\w.-]+\.js)\1/g, (whole, quote: string, name: string) =>
      isWorded(name) ? whole : `${quote}../${name}${quote}`,
    )
    .replaceAll(/(["'`])assets\/([\w.-]+\.js)\1/g, (whole, quote: string, name: string) =>
      isWorded(name) ? `${quote}${folder}/${name}${quote}` : whole,
    )
}

function hashOf(catalogue: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 8)
}
