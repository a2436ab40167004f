/** Icons of lucide-react drawn by ui/line-icon.ts instead of by the kit itself, which can do much that is not used here
 * and is as large as ten icons. For the build alone; in development the kit draws. */
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
