/** The fake node as a process: prints its address and ends with its parent. */
import { serveFakeNode } from './fake-node.ts'
import { readSeed } from './random.ts'

const node = await serveFakeNode(readSeed())
process.once('disconnect', () => process.exit(0))
process.send?.({ port: node.port, addressHost: node.addressHost })
