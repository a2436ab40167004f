/** Parses robots.txt (RFC 9309), and says whether a path may be requested. Requesting the file is in server/foreign. */

export type RobotRule = { path: string; isAllowed: boolean }

const RULES_MAX = 500
const PATH_MAX = 500

/** The rules of the groups for this program, else of those for all. */
export function readRobots(text: string, program: string): RobotRule[] {
  const own: RobotRule[] = []
  const others: RobotRule[] = []
  let agents: string[] = []
  let isNamed = false
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      // Several in a row are one group.
      if (!isOpen) agents = []
      isOpen = true
      agents.push(value.toLowerCase())
      isNamed ||= value.toLowerCase() === program
    } else if (field === 'allow' || field === 'disallow') {
      isOpen = false
      const rule = { path: value.slice(0, PATH_MAX), isAllowed: field === 'allow' }
      if (value !== '' && agents.includes(program)) own.push(rule)
      else if (value !== '' && agents.includes('*')) others.push(rule)
    }
  }
  return (isNamed ? own : others).slice(0, RULES_MAX)
}

/** The longest rule that matches counts; of two of the same length, the one that allows. */
export function isPermitted(rules: readonly RobotRule[], path: string): boolean {
  const matching = rules.filter((rule) => isMatch(rule.path, path))
  const longest = Math.max(0, ...matching.map((rule) => rule.path.length))
  return matching.length === 0 || matching.some((rule) => rule.isAllowed && rule.path.length === longest)
}

/** `*` is any text, `$` the end. Without a regular expression: its time could grow with the number of stars. */
function isMatch(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  let from = 0
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    if (isLast && isWhole && index > 0) return path.length - part.length >= from && path.endsWith(part)
    const at = index === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return !isWhole || from === path.length
}
