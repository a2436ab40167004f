/** Whether zaps go without one's name: as it was chosen last, kept on this device. What others are told is the server's. */
import { create } from 'zustand'

const STORED_AS = 'peal.nameless'

export const useNameless = create<{ isNameless: boolean }>()(() => ({ isNameless: readStored() }))

export function chooseNameless(isNameless: boolean): void {
  useNameless.setState({ isNameless })
  try {
    if (isNameless) localStorage.setItem(STORED_AS, '1')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Storage may be switched off; then it lasts as long as the page.
    return
  }
}

function readStored(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === '1'
  } catch {
    return false
  }
}
