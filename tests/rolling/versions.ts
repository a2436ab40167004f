/** A commit as a folder that can be started: its files, its packages and its built pages. Reused by later runs. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const VERSIONS = path.join(os.tmpdir(), 'peal-versions')

export type Version = { name: string; folder: string }

export function prepareVersion(commit: string): Version {
  const hash = git('rev-parse', '--verify', `${commit}^{commit}`)
  const name = hash.slice(0, 8)
  const folder = path.join(VERSIONS, name)
  if (!fs.existsSync(path.join(folder, 'package.json'))) {
    fs.mkdirSync(folder, { recursive: true })
    const files = execFileSync('git', ['archive', hash], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: files })
  }
  const packages = path.join(folder, 'node_modules')
  if (!fs.existsSync(packages)) {
    if (isSame(folder, 'package-lock.json')) fs.symlinkSync(path.join(ROOT, 'node_modules'), packages)
    else execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  }
  execFileSync(process.execPath, ['-e', BUILD], { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } })
  return { name, folder }
}

const BUILD = `import('./scripts/build.ts').then(({ isBuilt, buildPages }) => isBuilt() || buildPages())`

const isSame = (folder: string, file: string) =>
  fs.readFileSync(path.join(folder, file)).equals(fs.readFileSync(path.join(ROOT, file)))

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
