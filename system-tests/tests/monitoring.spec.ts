// What deploy/monitoring asks Prometheus for, held to what the running processes really show, read as a scraper on another machine reads it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { parse } from 'yaml'
import { until } from '../setup/child-process.ts'
import { type Figures, notShown, readFigures } from '../setup/prom-queries.ts'
import { test } from '../setup/separate-processes.ts'

const token = 'a-scraper-of-this-test-9f3b61c07d52e84a'
test.use({ settings: { METRICS_TOKEN: token } })

type ScrapeJob = { job_name: string; metrics_path: string }
const file = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/monitoring', name), 'utf8')
const { scrape_configs: jobs } = parse(file('prometheus.yml')) as { scrape_configs: ScrapeJob[] }
const { groups } = parse(file('alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
const { panels } = JSON.parse(file('dashboard.json')) as { panels: { title: string; targets?: { expr: string }[] }[] }
const queries = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
]

/** As it comes through a reverse proxy. */
const scrape = (url: string, path: string, bearer?: string) =>
  fetch(url + path, {
    headers: { 'x-forwarded-for': '203.0.113.200', ...(bearer && { authorization: `Bearer ${bearer}` }) },
  })

async function scrapeAll(url: string): Promise<Figures> {
  const all = new Map<string, Readonly<Record<string, string>>[]>()
  for (const { job_name: job, metrics_path: path } of jobs) {
    const reply = await scrape(url, path, token)
    expect([path, reply.status]).toEqual([path, 200])
    // Prometheus' own, one per job.
    const text = `${await reply.text()}\nup 1`
    for (const [metric, samples] of readFigures(text, { job, instance: url }))
      all.set(metric, [...(all.get(metric) ?? []), ...samples])
  }
  return all
}

test('every query of the alerts and the dashboard asks for what the processes show', async ({ rollcall }) => {
  test.setTimeout(300_000)
  const arrived = async () =>
    /^rollcall_backend_canary_arrived_seconds [1-9]/m.test(
      await (await scrape(rollcall.url, '/metrics/backend', token)).text(),
    )
  await until('a canary has arrived', arrived, 120_000)
  // One that is refused here, and one that the backend answers.
  for (const path of ['/api/admin/users', '/api/zones']) expect((await scrape(rollcall.url, path)).status).toBe(401)
  const figures = await scrapeAll(rollcall.url)
  expect(queries.length).toBeGreaterThan(60)
  expect(queries.flatMap(([of, query]) => notShown(query, figures).map((what) => `${of}: ${what}`))).toEqual([])
})

test('a query for something else would be noticed', () => {
  const figures = readFigures('a_total{part="disk",n="1"} 3', {})
  expect(notShown('sum by (part) (rate(a_total{part="disk",n=~"2.*"}[5m])) > 0', figures)).toEqual([])
  expect(notShown('max(b_total)', figures)).toEqual(['b_total is shown by no process'])
  expect(notShown('a_total{part="relay"}', figures)).toEqual(['a_total has no part="relay"'])
  expect(notShown('sum by (link) (a_total)', figures)).toEqual(['a_total has no label link'])
  expect(() => notShown('sum(a_total', figures)).toThrow('no PromQL')
})

test('who has no token, or another one, is shown nothing from outside', async ({ rollcall }) => {
  for (const { metrics_path: path } of jobs)
    for (const bearer of [undefined, 'a-scraper-of-this-test-0000000000000000'])
      expect([path, (await scrape(rollcall.url, path, bearer)).status]).toEqual([path, 401])
  expect((await scrape(rollcall.url, '/metrics/constructor', token)).status).toBe(404)
})
