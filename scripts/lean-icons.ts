/** Draws the icons of lucide-react with ui/line-icon.ts instead of the library's own component, which has many unused
 * features and the size of ten icons. For the build only; in development the library draws them. */
import path from 'node:path'
import type { Plugin } from 'vite'

const NAME = '\0peal:line-icon'
const DRAWING = path.join(import.meta.dirname, '..', 'web', 'ui', 'line-icon.ts')

export function leanIcons(): Plugin {
  return {
    name: 'peal:lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? NAME : undefined,
    load: (id) => (id === NAME ? `export { createLineIcon as default } from ${JSON.stringify(DRAWING)}` : undefined),
  }
}
