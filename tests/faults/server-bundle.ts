/** The server of the lab in one file: what is killed every few seconds is mostly busy with starting, and reading a thousand
 * modules is most of that. The same source, unminified; each module is told the place it has in the tree. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENTRY = path.join(ROOT, 'tests', 'faults', 'server-main.ts')
/** Native, or written for `require`: these stay modules of their own. */
const APART = [
  '@fastify/multipart',
  'fastify',
  'lightningdevkit',
  'node-av',
  'nodemailer',
  'pg',
  'sharp',
  'web-push',
  'ws',
]

/** Writes it to a folder and answers the file to start: the lab's server, or another entry. */
export async function bundleServer(folder: string, entry = ENTRY): Promise<string> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [ownPlaces()],
    ssr: { noExternal: true, external: [...APART, 'vite', '@vitejs/plugin-react'] },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'server.js' } },
    },
  })
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return path.join(folder, 'server.js')
}

/** Migrations, workers and the like are looked for beside the module that wants them. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(ROOT) || id.includes('/node_modules/')) return null
      return code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
    },
  }
}
