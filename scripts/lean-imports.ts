/** Vite wraps each dynamic import in a helper that loads stylesheets and preloads modules. We have one stylesheet and preload
 * nothing. Ours tries again what could not be fetched: Chromium never requests such an address again until the page is reloaded,
 * so without a connection one press would turn a button off for good. The next try has another address, made from the one in the
 * error's message. Browsers that leave it out of the message are not helped. For the build only. */
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const LOAD = `
const loaded = {}
export const __vitePreload = (load) => load().catch((error) => {
  const address = /imported module: (\\S+)/.exec(error.message)?.[1]
  if (!address) throw error
  return loaded[address] ??= import(/* @vite-ignore */ address + '?' + Date.now()).catch((again) => {
    delete loaded[address]
    throw again
  })
})`

export function leanImports(): Plugin {
  return {
    name: 'peal:lean-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? LOAD : undefined),
  }
}
