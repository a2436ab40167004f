/** How the interface is built: the browser's half to dist/client, the server's to dist/server.
 * In development the same file drives Vite inside our own server (server/pages.ts). */
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions } from 'vite'
import { fileGroups } from './scripts/file-groups.ts'
import { leanContract } from './scripts/lean-contract.ts'
import { leanFonts } from './scripts/lean-fonts.ts'
import { leanIcons } from './scripts/lean-icons.ts'
import { leanImports } from './scripts/lean-imports.ts'
import { inlineTexts, locales } from './web/words/inline-words.ts'

/** A script that stands alone: no module of the app is loaded with it, and none of it is loaded with the app. */
const script = (input: string, name: string): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: `dist/${name}`,
    copyPublicDir: false,
    manifest: false,
    rolldownOptions: { input, output: { format: 'iife', entryFileNames: '[name].js' } },
  },
})

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [leanContract(), leanIcons(), leanImports(), leanFonts(), locales(), inlineTexts(), react(), tailwind()],
  builder: {},
  build: {
    outDir: 'dist/client',
    manifest: true,
    // No lists of what else a file will want: they are longer than what they save, since nearly all of it is there already.
    modulePreload: false,
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: { client: 'web/entry-client.tsx', boot: 'web/boot.ts' },
          output: { codeSplitting: { groups: fileGroups(), includeDependenciesRecursively: false } },
        },
      },
    },
    ssr: {
      // One file with production React inside: it starts faster and does not depend on NODE_ENV.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        ssr: true,
        outDir: 'dist/server',
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: { input: { 'entry-server': 'web/entry-server.tsx' } },
      },
    },
    embed: script('web/embed/player.ts', 'embed'),
    worker: script('web/offline/worker/worker.ts', 'worker'),
  },
}))
