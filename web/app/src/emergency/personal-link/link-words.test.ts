import { describe, expect, it } from 'vitest'
import { linkProblem } from './link-words.ts'

describe('a personal link', () => {
  it('that is unknown says where to get another, and offers no second try', () => {
    expect(linkProblem('not_found', false)).toMatchObject({ title: 'This link does not work', again: false })
  })
  it('says that it is over once the emergency has ended', () => {
    expect(linkProblem('conflict', true).title).toBe('It is over')
  })
  it('never lets somebody believe that an answer arrived which did not', () => {
    expect(linkProblem('unreachable', true).text).toContain('did not arrive')
    expect(linkProblem('unreachable', false).text).not.toContain('answer')
    expect(linkProblem('backend_timeout', true).again).toBe(true)
  })
})
