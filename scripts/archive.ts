/** Makes an archive that runs where it is unpacked, without registry, compiler or build: `npm run archive -- FOLDER`. It has
 * the files of the last commit, the built pages, the packages for Linux on x64, and Node, which bin/peal uses. Its software bill
 * of materials (CycloneDX) and the checksums of both are written next to it. The order and times of its files do not depend on
 * when it is made. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { megabytes, readArguments, runCommand } from './command-line.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What only developers need. */
const LEFT_OUT = [/^(tests|bench|tools|\.ci)\//, /\.(test|fixture|race)\.tsx?$/]
const { words } = readArguments('Usage: npm run archive -- FOLDER', {}, ({ length }) => length === 1)
await runCommand(async () => makeArchive(path.resolve(words[0]!)))

async function makeArchive(out: string): Promise<void> {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Error('Archives are made on linux-x64 only.')
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const name = `peal-${version}-linux-x64`
  fs.mkdirSync(out, { recursive: true })
  const staging = fs.mkdtempSync(path.join(out, '.staging-'))
  try {
    const tree = path.join(staging, name)
    copyFiles(tree)
    npm(['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'], tree)
    run(process.execPath, ['scripts/build.ts'], tree)
    for (const cache of ['.cache', 'node_modules/.cache'])
      fs.rmSync(path.join(tree, cache), { recursive: true, force: true })
    addNode(tree)
    const bill = `${name}.cdx.json`
    fs.writeFileSync(path.join(out, bill), billOf(tree))
    fs.copyFileSync(path.join(out, bill), path.join(tree, 'sbom.cdx.json'))
    const archive = `${name}.tar.gz`
    pack(staging, name, path.join(out, archive))
    const sums = await Promise.all(
      [archive, bill].map(async (file) => `${await hash(path.join(out, file))}  ${file}\n`),
    )
    fs.writeFileSync(path.join(out, 'SHA256SUMS'), sums.join(''))
    process.stdout.write(`${path.join(out, archive)}, ${megabytes(fs.statSync(path.join(out, archive)).size)}\n`)
  } finally {
    fs.rmSync(staging, { recursive: true, force: true })
  }
}

function copyFiles(tree: string): void {
  const tracked = git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')
  const wanted = tracked.filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)))
  const list = path.join(path.dirname(tree), 'files')
  fs.mkdirSync(tree)
  fs.writeFileSync(list, wanted.join('\n'))
  const files = path.join(path.dirname(tree), 'files.tar')
  git('archive', '-o', files, 'HEAD')
  run('tar', ['-x', '-f', files, '-C', tree, '-T', list], tree)
}

function addNode(tree: string): void {
  fs.mkdirSync(path.join(tree, 'node', 'bin'), { recursive: true })
  fs.copyFileSync(process.execPath, path.join(tree, 'node', 'bin', 'node'))
}

type Bill = {
  $schema: string
  specVersion: string
  serialNumber?: string
  metadata: { timestamp?: string }
  components: object[]
}

/** npm writes version 1.5, of which 1.6 is a superset. What would differ each time is left out. */
function billOf(tree: string): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const { serialNumber: _number, ...bill } = JSON.parse(npm(args, tree)) as Bill
  const { timestamp: _time, ...metadata } = bill.metadata
  const version = process.versions.node
  const node = { type: 'application', name: 'node', version, purl: `pkg:generic/node@${version}`, 'bom-ref': 'node' }
  const schema = 'http://cyclonedx.org/schema/bom-1.6.schema.json'
  const components = [...bill.components, node]
  return `${JSON.stringify({ ...bill, $schema: schema, specVersion: '1.6', metadata, components }, null, 2)}\n`
}

function pack(staging: string, name: string, archive: string): void {
  const same = [
    '--sort=name',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  const tar = path.join(staging, 'tree.tar')
  run('tar', [...same, '--mode=u+rw,go=rX', '-c', '-f', tar, '-C', staging, name], staging)
  run('gzip', ['-n', tar], staging)
  fs.renameSync(`${tar}.gz`, archive)
}

async function hash(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of fs.createReadStream(file)) sum.update(chunk as Buffer)
  return sum.digest('hex')
}

function git(...args: string[]): string {
  return run('git', args, ROOT).trim()
}

/** The npm that runs this script, on this Node. */
function npm(args: string[], cwd: string): string {
  const cli = process.env['npm_execpath']
  return cli === undefined ? run('npm', args, cwd) : run(process.execPath, [cli, ...args], cwd)
}

function run(command: string, args: string[], cwd: string): string {
  // npm passes its settings on as environment variables; those of this folder must not apply in another one.
  const given = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|config_)/i.test(name))
  const env = { ...Object.fromEntries(given), NODE_ENV: 'production' }
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
