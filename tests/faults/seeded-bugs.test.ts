/** The lab's checks are tested by bugs: each is sown into a copy of the tree and must be caught, and the tree as it is
 * must pass the same scenario. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scenarios, type ScenarioName } from './scenarios.ts'
import { copyTree, seededBugs, type TreeCopy } from './seeded-bugs.ts'
import { createSmallLab } from './small-lab.ts'

/** How long a bug has to show itself, or the tree to come to rest. */
const BUG_PATIENCE_MS = 1_500
const REST_PATIENCE_MS = 20_000

let copy: TreeCopy
before(() => {
  copy = copyTree()
})
after(() => copy[Symbol.dispose]())

test('the tree as it is passes every scenario', { timeout: 120_000 }, async () => {
  await using lab = await createSmallLab()
  for (const name of Object.keys(scenarios) as ScenarioName[]) {
    await scenarios[name](lab, await lab.createTestUser(name.toLowerCase()))
    const { breaches } = await lab.check(REST_PATIENCE_MS)
    assert.deepEqual(breaches, [], name)
  }
})

for (const { name, scenario, edits } of seededBugs) {
  test(`caught: ${name}`, { timeout: 60_000 }, async (context) => {
    using _sown = copy.sow(edits)
    // A migration of its own cannot come from the template of the tree as it is.
    const isMigrated = !edits.some(({ file }) => file.endsWith('.sql'))
    await using lab = await createSmallLab({ root: copy.root, isMigrated })
    await scenarios[scenario](lab, await lab.createTestUser('victim'))
    const { breaches } = await lab.check(BUG_PATIENCE_MS)
    context.diagnostic(breaches.join('; ').slice(0, 400))
    assert.ok(breaches.length > 0, 'nothing was noticed')
  })
}
