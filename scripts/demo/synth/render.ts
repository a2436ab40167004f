import fs from 'node:fs'
import { execFileSync } from 'node:child_process'
import * as quiet from './pieces-quiet.ts'
import * as loud from './pieces-loud.ts'
import * as road from './pieces-road.ts'
import * as talk from './pieces-talk.ts'
const all: Record<string, () => Buffer> = {
  'window-light': quiet.renderWindowLight, stairwell: quiet.renderStairwell, 'snow-on-the-line': quiet.renderSnowOnTheLine,
  'fog-signal': quiet.renderFogSignal, 'low-sun': quiet.renderLowSun, 'five-rooms': quiet.renderFiveRooms,
  substation: loud.renderSubstation, 'rooftop-weather': loud.renderRooftopWeather, 'last-lift': loud.renderLastLift,
  'guarda-chuva': loud.renderGuardaChuva, 'hang-dry': loud.renderHangDry,
  'kilometre-nine': road.renderKilometreNine, 'salt-road': road.renderSaltRoad, 'ferry': road.renderFerry,
  'tram-depot': talk.renderTramDepot, 'nine-one': talk.renderNineOne, 'nine-two': talk.renderNineTwo, 'nine-three': talk.renderNineThree,
  'one-bell': talk.renderOneBell, 'two-notes': talk.renderTwoNotes, kettle: talk.renderKettle,
}
fs.mkdirSync('/work/shots/demo/wav', { recursive: true })
const wanted = process.argv.slice(2)
for (const [name, render] of Object.entries(all)) {
  if (wanted.length && !wanted.includes(name)) continue
  const t = performance.now()
  try {
    const wav = render()
    fs.writeFileSync(`/work/shots/demo/wav/${name}.wav`, wav)
    console.log(name, ((wav.length - 44) / 176400).toFixed(1) + ' s', 'took', ((performance.now() - t) / 1000).toFixed(1))
  } catch (error) { console.log('FAILED', name, error) }
}
