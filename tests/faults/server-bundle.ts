/** The server of the lab in one file. A server that is killed every few seconds spends most of its time starting, and loading a
 * thousand modules is most of that. The same source, unminified; each module keeps its path in the tree. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LAB_SERVER = 'tests/faults/server-main.ts'
/** Native modules, and modules written for `require`, are not bundled. */
const EXTERNAL = [
  '@fastify/multipart',
  'fastify',
  'fontverter',
  'harfbuzzjs',
  'lightningdevkit',
  'node-av',
  'nodemailer',
  'pg',
  'sharp',
  'web-push',
  'ws',
]

type BundleOptions = {
  /** The tree whose source is bundled: this one, or a copy with a seeded bug. */
  root?: string
  /** The lab's server unless given. */
  entry?: string
  /** Modules that locate files by their own path: the path of the module in the tree, and the path to substitute. */
  moved?: Readonly<Record<string, string>>
}

/** Writes the bundle to a folder and returns the file to start. */
export async function bundleServer(
  folder: string,
  { root = ROOT, entry = LAB_SERVER, moved = {} }: BundleOptions = {},
): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [originalPaths(root, moved)],
    ssr: { noExternal: true, external: [...EXTERNAL, 'vite', '@vitejs/plugin-react'] },
    build: {
      ssr: path.resolve(root, entry),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'server.js' } },
    },
  })
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return path.join(folder, 'server.js')
}

/** Migrations, workers and the like are found relative to the module that uses them. */
function originalPaths(root: string, moved: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'original-paths',
    enforce: 'pre',
    resolveId: { filter: { id: /^#/ }, handler: (id) => path.join(root, id.slice(1)) },
    transform: {
      filter: { id: { exclude: /\/node_modules\// }, code: /import\.meta\.(url|dirname)/ },
      handler(code, id) {
        if (!id.startsWith(root)) return null
        const file = moved[path.relative(root, id)] ?? id
        return code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
      },
    },
  }
}
