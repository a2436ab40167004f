/** How the interface is built: the browser's half to dist/client, the server's to dist/server.
 * In development the same file drives Vite inside our own server (server/pages.ts). */
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), tailwind()],
  builder: {},
  build: {
    outDir: 'dist/client',
    manifest: true,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: { build: { rolldownOptions: { input: { client: 'web/entry-client.tsx', boot: 'web/boot.ts' } } } },
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
  },
}))
