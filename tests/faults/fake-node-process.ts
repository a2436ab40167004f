/** The fake node as a process of its own; tells where it is and ends with whoever started it. */
import { serveFakeNode } from './fake-node.ts'
import { readSeed } from './random.ts'

const node = await serveFakeNode(readSeed())
process.once('disconnect', () => process.exit(0))
process.send?.({ port: node.port, addressHost: node.addressHost })
