// Draws a chart over time with uPlot, in the colours of the theme. Loaded only when a chart is shown (TimeChart.vue).
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartLimit } from './series.ts'
import { locale } from '../../languages/language.ts'
import { t } from '../table/texts.ts'

export type TimeChart = {
  readonly data: [number[], (number | null)[], (number | null)[]]
  readonly width: number
  readonly height: number
  readonly unit: string
  readonly limits: readonly ChartLimit[]
  readonly max: number | undefined
  readonly timeZone: string | undefined
  readonly spanGaps: boolean
}

/** Between two times of the axis: as wide as hours, minutes and seconds, and some air. */
const leastBetweenPx = 72

export function drawTimeChart(holder: HTMLElement, options: TimeChart): { destroy: () => void } {
  const { data, width, height, unit, limits, max, timeZone, spanGaps } = options
  const style = getComputedStyle(holder)
  const colour = (name: string) => style.getPropertyValue(`--ui-${name}`).trim()
  const font = `12px ${style.fontFamily}`
  const axis = {
    stroke: colour('text-muted'),
    font,
    ticks: { show: false },
    grid: { stroke: colour('border'), width: 1 },
  }
  const primary = colour('primary')
  return new uPlot(
    {
      width,
      height,
      // Times of the site, not of whoever looks.
      ...(timeZone ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), timeZone) } : {}),
      legend: { show: false },
      cursor: { y: false, points: { size: 7 } },
      scales: { y: { range: (_chart, _low, high) => [0, max ?? Math.max(1, Math.ceil(high * 1.1))] } },
      axes: [
        {
          ...axis,
          size: 30,
          space: leastBetweenPx,
          grid: { show: false },
          values: (_chart, seconds) => axisWords(seconds, timeZone),
        },
        { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000] },
      ],
      series: [
        {},
        { label: unit, stroke: primary, width: 2, fill: faint(primary), points: { show: false }, spanGaps },
        { label: unit, stroke: primary, width: 2, dash: [5, 5], points: { show: false }, spanGaps: true },
      ],
      hooks: {
        draw: [(chart) => drawLimits(chart, limits, colour, font)],
        setCursor: [(chart) => showValue(chart, unit)],
      },
    },
    data,
    holder,
  )
}

/** Seconds within ten minutes, hours within two days, dates beyond. */
function axisWords(seconds: readonly number[], timeZone: string | undefined): string[] {
  const span = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0)
  const clock = { hour: '2-digit', minute: '2-digit', ...(span < 600 && { second: '2-digit' as const }) } as const
  const parts = span > 2 * 86_400 ? ({ day: 'numeric', month: 'short' } as const) : clock
  const format = new Intl.DateTimeFormat(locale(), { ...parts, hour12: false, timeZone })
  return seconds.map((one) => format.format(one * 1_000))
}

function faint(colour: string): string {
  return `color-mix(in oklab, ${colour} 14%, transparent)`
}

function drawLimits(chart: uPlot, limits: readonly ChartLimit[], colour: (name: string) => string, font: string): void {
  const { ctx } = chart
  const { left, width } = chart.bbox
  ctx.save()
  ctx.font = font.replace(/^12px/, `${12 * devicePixelRatio}px`)
  for (const { value, label, tone } of limits) {
    const y = chart.valToPos(value, 'y', true)
    ctx.strokeStyle = ctx.fillStyle = colour(tone)
    ctx.setLineDash([4, 4])
    ctx.beginPath()
    ctx.moveTo(left, y)
    ctx.lineTo(left + width, y)
    ctx.stroke()
    ctx.textAlign = 'right'
    ctx.textBaseline = 'bottom'
    ctx.fillText(label, left + width - 4, y - 3)
  }
  ctx.restore()
}

/** The value under the pointer, as the browser's own hint: nothing of ours to place or to hide. */
function showValue(chart: uPlot, unit: string): void {
  const { idx } = chart.cursor
  const value = idx === null || idx === undefined ? null : (chart.data[1]?.[idx] ?? chart.data[2]?.[idx] ?? null)
  chart.root.title = value === null ? '' : t('removeName', { verb: Math.round(value * 10) / 10, name: unit })
}
