/** Vite wraps each dynamic import in a helper that loads stylesheets and preloads modules. We have one stylesheet and preload
 * nothing, so here the helper only calls the import. For the build only. */
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

export function leanImports(): Plugin {
  return {
    name: 'peal:lean-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}
