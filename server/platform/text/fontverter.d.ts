/** The part of fontverter that is used here; the package has no types. */
declare module 'fontverter' {
  export function convert(font: Uint8Array, to: 'truetype'): Promise<Uint8Array>
}
