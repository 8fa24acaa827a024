// Endpoints that a configuration file moves.
import { expect, it } from 'vitest'
import { createPathTable } from './handler-paths.ts'

it('leaves everything where it is unless told otherwise', () => {
  const own = createPathTable(new Map())
  for (const path of ['/api/publish', '/connection/websocket', '/anything']) expect(own(path)).toBe(path)
})

it('finds what was moved at its new place only, with what lies under it', () => {
  const own = createPathTable(
    new Map([
      ['/connection/websocket', '/live'],
      ['/api', '/live/api'],
    ]),
  )
  expect(own('/live')).toBe('/connection/websocket')
  expect(own('/live/api')).toBe('/api')
  expect(own('/live/api/publish')).toBe('/api/publish')
  expect(own('/liver')).toBe('/liver')
  expect(own('/connection/websocket')).toBeNull()
  expect(own('/api/publish')).toBeNull()
  expect(own('/health')).toBe('/health')
})
