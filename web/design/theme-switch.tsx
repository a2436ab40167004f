/** The theme: light, dark or the system's. Stored in this browser; boot.ts applies it before the first paint. */
import { useEffect, useState } from 'react'
import { SelectField } from '#web/ui/controls/field.tsx'

const STORED_AS = 'peal.theme'

export function ThemeSwitch() {
  const [theme, setTheme] = useState('system')
  useEffect(() => setTheme(document.documentElement.dataset['theme'] ?? 'system'), [])
  const choose = (selected: string) => {
    setTheme(selected)
    if (selected === 'system') {
      localStorage.removeItem(STORED_AS)
      delete document.documentElement.dataset['theme']
    } else {
      localStorage.setItem(STORED_AS, selected)
      document.documentElement.dataset['theme'] = selected
    }
  }
  return (
    <SelectField label="Theme" isLabelHidden value={theme} onChange={(event) => choose(event.target.value)}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </SelectField>
  )
}
