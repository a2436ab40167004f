/** When the work after a dialog is done. React draws nothing here, so it gets only what it needs of a document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { useClosed } from './use-closed.ts'

const noDocument = { nodeType: 9, addEventListener: () => undefined }
const place = {
  nodeType: 1,
  tagName: 'DIV',
  ownerDocument: noDocument,
  addEventListener: () => undefined,
  textContent: '',
}

test('what a closed dialog forgets is forgotten once it has closed, and only after it was open', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { window: { HTMLIFrameElement: class {} }, IS_REACT_ACT_ENVIRONMENT: true })
  context.after(() => Reflect.deleteProperty(globalThis, 'window'))
  let count = 0
  const Dialog = ({ isOpen }: { isOpen: boolean }) => {
    useClosed(isOpen, () => count++)
    return null
  }
  const root = createRoot(place as unknown as Element)
  /** How often it has been done within a second. */
  const after = async (isOpen: boolean) => {
    await act(async () => root.render(createElement(Dialog, { isOpen })))
    context.mock.timers.tick(1_000)
    return count
  }
  assert.equal(await after(false), 0, 'closed from the beginning')
  assert.equal(await after(true), 0, 'open')
  assert.equal(await after(false), 1, 'closed')
  assert.equal(await after(false), 1, 'still closed')
  assert.equal(await after(true), 1, 'open again')
  assert.equal(await after(false), 2, 'closed again')
  await act(async () => root.unmount())
})
