/** Loads LDK's WebAssembly once. Everything that imports lightningdevkit statically is imported after this.
 * It greets on stdout, which is why the sandbox's process has none. */
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
