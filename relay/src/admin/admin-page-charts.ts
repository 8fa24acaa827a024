// The small charts of the operators' page, in the browser: the last two minutes, one point a second; the value under the pointer.

export const adminCharts = `
const chartPoints = 120
const chartWidth = 240
const chartHeight = 80

/** The next round number, so that the scale does not tremble. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power
}

function svgPart(name, attributes) {
  const part = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value)
  return part
}

function createChart(id) {
  const svg = find(id)
  let values = []
  let pointed = null

  function draw() {
    const top = roundUp(Math.max(1, ...values))
    const step = chartWidth / (chartPoints - 1)
    const x = (index) => chartWidth - (values.length - 1 - index) * step
    const y = (value) => chartHeight - (value / top) * (chartHeight - 2)
    const parts = [0, 0.5, 1].map((share) =>
      svgPart('line', { class: 'grid', x1: 0, x2: chartWidth, y1: y(top * share), y2: y(top * share) }))
    if (values.length > 1) {
      const line = values.map((value, index) => x(index).toFixed(1) + ' ' + y(value).toFixed(1)).join('L')
      parts.push(svgPart('path', { class: 'area', d: 'M' + x(0).toFixed(1) + ' ' + chartHeight + 'L' + line + 'L' + chartWidth + ' ' + chartHeight + 'Z' }))
      parts.push(svgPart('path', { class: 'line', d: 'M' + line }))
    }
    const index = pointed === null ? values.length - 1 : Math.round(values.length - 1 - (chartWidth - pointed) / step)
    const isThere = index >= 0 && index < values.length
    if (pointed !== null && isThere) parts.push(svgPart('line', { class: 'here', x1: x(index), x2: x(index), y1: 0, y2: chartHeight }))
    svg.replaceChildren(...parts)
    find(id + '-now').textContent = isThere ? count(values[index]) : '–'
    find(id + '-top').textContent = 'max ' + count(Math.max(0, ...values))
    const ago = values.length - 1 - index
    find(id + '-when').textContent = pointed !== null && isThere && ago > 0 ? ago + ' s ago' : 'now'
  }

  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect()
    pointed = ((event.clientX - box.left) / box.width) * chartWidth
    draw()
  })
  svg.addEventListener('pointerleave', () => { pointed = null; draw() })
  return (next) => { values = next; draw() }
}
`
