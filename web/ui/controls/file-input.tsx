/** The input that opens the browser's file dialog, for buttons and areas that look like something else. The same file can be
 * chosen twice in a row. */
import type { ComponentProps } from 'react'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  onFiles: (files: File[]) => void
}

export function FileInput({ onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
}
