/** A readable name for a User-Agent header, such as "Firefox on Linux". For display only. */

const programs: readonly [RegExp, string][] = [
  [/\bEdgA?\/|EdgiOS/, 'Edge'],
  [/\bOPR\/|Opera/, 'Opera'],
  [/Vivaldi/, 'Vivaldi'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/CriOS|Chrome|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
  [/curl|wget|python|node|undici|okhttp|Go-http/i, 'A program'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

export function nameDevice(userAgent: string): string {
  const nameOf = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const program = nameOf(programs)
  const system = nameOf(systems)
  if (program !== undefined && system !== undefined) return `${program} on ${system}`
  return program ?? system ?? 'An unknown device'
}
