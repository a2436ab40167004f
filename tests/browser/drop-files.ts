/** Files dropped onto a page of a browser test. */
import type { Page } from 'playwright-core'

/** Drops files onto the page, as from a folder of the desktop. */
export async function dropFiles(page: Page, files: { name: string; bytes: Buffer; type?: string }[]): Promise<void> {
  const sent = files.map(({ name, bytes, type = '' }) => ({ name, type, base64: bytes.toString('base64') }))
  await page.evaluate((all) => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      transfer.items.add(new File([bytes], name, { type }))
    }
    for (const kind of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }))
    }
  }, sent)
}
