/** The child process that reads the tags of one file, or of what is known of it, and ends.
 * Not a part of the server: it is started by transcoder.ts. Nothing is refused here; without tags there are none. */
import { writeFileSync, writeSync } from 'node:fs'
import { parseFile } from 'music-metadata'
import { collectTags, findPicture, noTags } from './sound-tags.ts'
import type { TagsJob, WorkerLine } from './transcode-job.ts'

const { inputPath, picturePath } = JSON.parse(process.argv[2] ?? '') as TagsJob
const metadata = await parseFile(inputPath, { duration: false }).catch(() => null)
const picture = metadata === null ? null : findPicture(metadata)
if (picture !== null) writeFileSync(picturePath, picture)
const tags = metadata === null ? noTags : collectTags(metadata)
const line: WorkerLine = { kind: 'tags', tags, hasPicture: picture !== null }
writeSync(1, `${JSON.stringify(line)}\n`)
