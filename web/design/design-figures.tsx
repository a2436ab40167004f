/** Components for figures: charts, lines, long splits, receipt rows. */
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FittedFigure } from '#web/ui/fitted-figure.tsx'
import { Rolling } from '#web/ui/rolling.tsx'
import { ChartParts } from '#web/ui/charts/parts.tsx'
import { Chart } from '#web/ui/charts/chart.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SparkLine } from '#web/ui/charts/spark-line.tsx'
import { colourOfPart, SplitBar, type SplitPart } from '#web/ui/charts/split-bar.tsx'

const SATS_A_DAY = [210, 340, 0, 120, 890, 1_430, 620, 710, 300, 95, 1_010, 2_240, 1_800, 960]
const POINTS = SATS_A_DAY.map((value, index) => ({
  key: String(index),
  label: `${index + 1}`,
  name: `${index + 1} May 2026`,
  value,
}))
const MANY: SplitPart[] = Array.from({ length: 24 }, (_, index) => ({
  key: String(index),
  name: index === 23 ? 'Peal, 5 %' : `Voice ${index + 1} of the choir, with a name too long for one line of a phone`,
  weight: index === 23 ? 50 : 24 - index,
  amount: index === 23 ? '50' : String(24 - index),
  isHouse: index === 23,
}))
const format = (value: number) => `${new Intl.NumberFormat('en').format(value)} sats`

export function DesignFigures() {
  const [total, setTotal] = useState(48_210)
  return (
    <>
      <Chart
        title="Chart"
        sentence="12 May was the best day: 2,240 sats."
        points={POINTS}
        formatValue={format}
        formatAxis={String}
        words={{ asTable: 'As a table', asChart: 'As a chart', when: 'Day', value: 'Sats', drawing: 'Sats a day' }}
      />
      <Section title="Figures">
        <div className="grid items-start gap-8 *:min-w-0 md:grid-cols-2">
          <div>
            <p className="numeral text-3xl">
              <Rolling text={total.toLocaleString('en')} />
            </p>
            <FittedFigure text="7,194.25" most="6rem" />
            <div className="mt-3 flex items-center gap-4">
              <Button kind="quiet" onClick={() => setTotal(total + 1_000)}>
                1,000 more arrive
              </Button>
              <SparkLine values={SATS_A_DAY} />
              <SparkLine values={[0, 0, 0]} />
            </div>
            <ul aria-label="Colours of shares" className="mt-6 flex gap-1.5">
              {POINTS.slice(0, 9).map(({ key }, index) => (
                <li key={key} className={`size-6 rounded-small ${colourOfPart(index, index === 8)}`} />
              ))}
            </ul>
          </div>
          <Rows>
            <Row name="Amount">50 sats</Row>
            <Row name="Held for the network’s fee">2 sats</Row>
            <Row name="Total deducted" isStrong>
              52 sats
            </Row>
          </Rows>
          <div>
            <h3 className="mb-3 text-lg">Many shares, folded</h3>
            <SplitBar parts={MANY} unit="sats" showAll={(count) => `Show all ${count}`} />
          </div>
          <div>
            <h3 className="mb-3 text-lg">Parts of a whole</h3>
            <ChartParts
              caption="Where it was heard"
              head={{ name: 'App', amount: 'Plays' }}
              parts={[
                { key: 'web', name: 'Web', value: 812, amount: '812' },
                { key: 'phone', name: 'Phone', value: 340, amount: '340' },
                { key: 'other', name: 'Other', value: 12, amount: '12' },
              ]}
            />
          </div>
          <div>
            <h3 className="mb-3 text-lg">Without a legend</h3>
            <SplitBar parts={MANY} hasLegend={false} />
          </div>
        </div>
      </Section>
    </>
  )
}
