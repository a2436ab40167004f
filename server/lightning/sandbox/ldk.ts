/** Loads LDK's WebAssembly once. Modules that import lightningdevkit statically must be imported after this. It
 * prints a greeting to stdout, so the sandbox process has no stdout. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

let loading: Promise<void> | undefined

export function loadLdk(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('lightningdevkit/liblightningjs.wasm')
  const [{ initializeWasmFromBinary }, wasm] = await Promise.all([import('lightningdevkit'), readFile(path)])
  await initializeWasmFromBinary(wasm)
}
