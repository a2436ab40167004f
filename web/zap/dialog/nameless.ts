/** Whether zaps are anonymous: the last choice, stored on this device. The server decides what others see. */
import { create } from 'zustand'

const STORED_AS = 'peal.nameless'

export const useNameless = create<{ isNameless: boolean }>()(() => ({ isNameless: readStored() }))

export function chooseNameless(isNameless: boolean): void {
  useNameless.setState({ isNameless })
  try {
    if (isNameless) localStorage.setItem(STORED_AS, '1')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Storage may be disabled; then the choice lasts as long as the page.
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
