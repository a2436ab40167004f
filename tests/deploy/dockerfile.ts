/** Parses deploy/Dockerfile, and builds it without an image builder: its steps run in order in copies of a folder that replaces
 * the base image (Debian 12 by debootstrap, Node and npm in /usr/local, a user `node`). */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const KNOWN = [
  ...['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'VOLUME', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'],
] as const
type Name = (typeof KNOWN)[number]

export type Step = { name: Name; text: string }

export function readDockerfile(): Step[] {
  const text = fs.readFileSync(path.join(ROOT, 'deploy', 'Dockerfile'), 'utf8')
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  return lines.filter(Boolean).map((line) => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (rest === undefined || !KNOWN.includes(name as Name)) throw new Error(`Unknown instruction: ${line}`)
    return { name: name as Name, text: rest }
  })
}

export type Image = {
  root: string
  user: string
  folder: string
  environment: Record<string, string>
  command: string[]
  healthcheck: string[]
}

/** Returns the last stage. `variables`: for the steps, such as the registry of npm. */
export function buildImage(base: string, into: string, variables: Record<string, string>): Image {
  const stages = new Map<string, string>()
  let image: Image = { root: '', user: 'root', folder: '/', environment: {}, command: [], healthcheck: [] }
  for (const { name, text } of readDockerfile()) {
    const { root, folder, environment } = image
    if (name === 'FROM') {
      const stage = path.join(into, `stage-${stages.size}`)
      fs.mkdirSync(stage, { recursive: true })
      execFileSync('cp', ['-a', `${base}/.`, stage])
      stages.set(/ AS (\w+)$/.exec(text)?.[1] ?? String(stages.size), stage)
      image = { ...image, root: stage, user: 'root', folder: '/', environment: {} }
    } else if (name === 'WORKDIR') {
      fs.mkdirSync(path.join(root, text), { recursive: true })
      image.folder = text
    } else if (name === 'COPY') copy(image, stages, text)
    else if (name === 'RUN') inside(root, `cd ${folder} && ${text}`, { ...variables, ...environment })
    else if (name === 'ENV') image.environment[text.split('=')[0]!] = text.slice(text.indexOf('=') + 1)
    else if (name === 'USER') image.user = text
    else if (name === 'ENTRYPOINT') image.command = JSON.parse(text) as string[]
    else if (name === 'CMD') image.command = [...image.command, ...(JSON.parse(text) as string[])]
    else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(/ CMD (\[.*\])$/.exec(text)![1]!) as string[]
  }
  return image
}

function copy({ root, folder }: Image, stages: ReadonlyMap<string, string>, text: string): void {
  const [, stage, from, to] = /^--from=(\w+) (\S+) (\S+)$/.exec(text) ?? []
  if (stage !== undefined) {
    fs.mkdirSync(path.join(root, to!), { recursive: true })
    execFileSync('cp', ['-a', `${path.join(stages.get(stage)!, from!)}/.`, path.join(root, to!)])
  } else {
    // The files of the repository, which are those that .dockerignore includes.
    const files = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', path.join(root, folder)], { input: files })
  }
}

/** Runs a command in a chroot, in a separate mount namespace with /proc and /dev. */
function inside(root: string, command: string, env: Record<string, string>): void {
  const enter = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /bin/sh -ec "$1"'
  execFileSync('unshare', ['--mount', '/bin/sh', '-ec', enter, root, command], {
    env: { PATH, HOME: '/root', ...env },
    encoding: 'utf8',
  })
}

export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
