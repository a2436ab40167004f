/** Tests the checks of the lab: each seeded bug is applied to a copy of the tree and must be caught, and the unchanged
 * tree must pass every scenario. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { scenarios, type ScenarioName } from './scenarios.ts'
import { bundleServer } from './server-bundle.ts'
import { seededBugs } from './seeded-bugs.ts'
import { createSmallLab } from './small-lab.ts'
import { copyTree, type TreeCopy } from './tree-copy.ts'

/** How long a bug may take to show, or the unchanged tree to finish all payments. */
const BUG_TIMEOUT_MS = 1_500
const REST_TIMEOUT_MS = 60_000

let copy: TreeCopy
before(() => {
  copy = copyTree()
})
after(() => copy[Symbol.dispose]())

test('the unchanged source passes every scenario', async () => {
  await using lab = await createSmallLab({
    program: await bundleServer(path.join(copy.root, 'unchanged'), { root: copy.root }),
  })
  for (const name of Object.keys(scenarios) as ScenarioName[]) {
    await scenarios[name](lab, await lab.createTestUser(name.toLowerCase()))
    const { breaches } = await lab.check(REST_TIMEOUT_MS)
    assert.deepEqual(breaches, [], name)
  }
})

for (const [index, { name, scenario, edits }] of seededBugs.entries()) {
  test(`caught: ${name}`, async (context) => {
    using _edited = copy.edit(edits)
    const program = await bundleServer(path.join(copy.root, `bug-${index}`), { root: copy.root })
    // An edited migration is not in the template database.
    const isMigrated = !edits.some(({ file }) => file.endsWith('.sql'))
    await using lab = await createSmallLab({ program, isMigrated })
    await scenarios[scenario](lab, await lab.createTestUser('victim'))
    const { breaches } = await lab.check(BUG_TIMEOUT_MS)
    context.diagnostic(breaches.join('; ').slice(0, 400))
    assert.ok(breaches.length > 0, 'nothing was noticed')
  })
}
