/** Draws figures as lines, one panel beside the other. */
import * as echarts from 'echarts'
import type { Series } from './table.ts'

export interface Panel {
  readonly title: string
  readonly steps: readonly number[]
  readonly series: readonly Series[]
}

const PANEL = { width: 460, height: 300, top: 60, left: 60, gap: 80 }
const LEGEND_HEIGHT = 60
const COLORS = ['#c62828', '#ef6c00', '#6a1b9a', '#1565c0', '#2e7d32', '#00838f']

/** @returns an SVG document */
export function chartOf(panels: readonly Panel[]): string {
  const width = PANEL.left + panels.length * (PANEL.width + PANEL.gap)
  const height = PANEL.top + PANEL.height + 50 + LEGEND_HEIGHT
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))]
  const left = (index: number): number => PANEL.left + index * (PANEL.width + PANEL.gap)
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    color: COLORS,
    title: panels.map(({ title }, index) => ({ text: title, left: left(index), top: 10, textStyle: { fontSize: 15 } })),
    legend: { bottom: 8, left: PANEL.left, width: width - PANEL.left * 2, itemGap: 36, data: names },
    grid: panels.map((_, index) => ({
      left: left(index),
      top: PANEL.top,
      width: PANEL.width,
      height: PANEL.height,
    })),
    xAxis: panels.map(({ steps }, index) => ({ type: 'category', data: steps.map(String), gridIndex: index })),
    yAxis: panels.map((_, index) => ({
      type: 'value',
      name: 'refreshes per second',
      nameTextStyle: { align: 'left', padding: [0, 0, 0, -PANEL.left / 2] },
      min: 0,
      gridIndex: index,
    })),
    series: panels.flatMap(({ series }, index) =>
      series.map(({ name, values }) => ({
        name,
        type: 'line',
        xAxisIndex: index,
        yAxisIndex: index,
        data: values.map((value) => Number(value.toFixed(1))),
        itemStyle: { color: COLORS[names.indexOf(name) % COLORS.length] },
      })),
    ),
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
