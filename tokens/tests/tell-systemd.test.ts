// A stand-in of systemd's own program writes down what it is told.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellSystemd } from '../src/tell-systemd.ts'

let folder: string
let stop: () => void
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-systemd-'))
  writeFileSync(join(folder, 'systemd-notify'), '#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "${0%/*}/told"\n')
  chmodSync(join(folder, 'systemd-notify'), 0o755)
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true, force: true })
})

const told = () => {
  try {
    return readFileSync(join(folder, 'told'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
const until = async (what: () => boolean) => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 20))
}
const start = (environment: Record<string, string>) => {
  stop = tellSystemd({ PATH: `${folder}:${process.env['PATH']}`, ...environment })
}

it('says that it is ready, and then again and again that it lives', async () => {
  start({ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '150000' })
  await until(() => told().length > 3)
  expect(told().toSorted().at(0)).toBe('/run/x READY=1')
  expect(new Set(told())).toEqual(new Set(['/run/x READY=1', '/run/x WATCHDOG=1']))
})

it('is silent where there is no systemd', () => {
  start({ WATCHDOG_USEC: '1000' })
  expect(told()).toEqual([])
})
