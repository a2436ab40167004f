/** The child process that reads the tags of one file, or of a partial copy of it, and exits.
 * Started by transcoder.ts. It never refuses a file; without tags the result is empty. */
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { parseFile } from 'music-metadata'
import { collectTags, findPicture, noTags } from './audio-tags.ts'
import type { TagsJob, WorkerLine } from './transcode-job.ts'

const { inputPath, picturePath } = JSON.parse(readFileSync(0, 'utf8')) as TagsJob
const metadata = await parseFile(inputPath, { duration: false }).catch(() => null)
const picture = metadata === null ? null : findPicture(metadata)
if (picture !== null) writeFileSync(picturePath, picture)
const tags = metadata === null ? noTags : collectTags(metadata)
const line: WorkerLine = { kind: 'tags', tags, hasPicture: picture !== null }
writeSync(1, `${JSON.stringify(line)}\n`)
