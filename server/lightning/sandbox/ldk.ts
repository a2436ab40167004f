/** Loads LDK's WebAssembly once, quietly. The rest of the room imports lightningdevkit itself. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

let loading: Promise<void> | undefined

export function loadLdk(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('lightningdevkit/liblightningjs.wasm')
  const [{ initializeWasmFromBinary }, wasm] = await Promise.all([import('lightningdevkit'), readFile(path)])
  const { log } = console
  // It greets on stdout, where a test runner reads its own protocol.
  console.log = () => undefined
  try {
    await initializeWasmFromBinary(wasm)
  } finally {
    console.log = log
  }
}
