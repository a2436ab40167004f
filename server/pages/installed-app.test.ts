/** The list of files that the service worker caches: those of the player and of saved pages, in
 * the folder of each language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNeeded } from './installed-app.ts'

test('the offline files are listed with all their imports, and nothing else', () => {
  const manifest = {
    'web/player/bar/bar.tsx': { file: 'assets/bar.js', imports: ['_shared.js'] },
    'web/studio/album-page.tsx': { file: 'assets/studio.js' },
    '_shared.js': { file: 'assets/shared.js' },
    'style.css': { file: 'assets/style.css' },
  }
  const texts = { folders: { en: 'assets/en-1' }, files: { 'assets/bar.js': ['player.play'] } }
  assert.deepEqual(listNeeded(manifest, texts), ['*/bar.js', 'assets/shared.js', 'assets/style.css'])
})
