import type { KioskAnswer } from '@rollcall/contracts/domains/kiosk'
import { describe, expect, it } from 'vitest'
import { ProblemError, unreachable } from '../../api/problem-error.ts'
import { createKioskSteps } from './kiosk-steps.ts'

const answer: KioskAnswer = { direction: 'in', name: 'Ida', hostName: null, code: 'AAAAABBBBB', badge: null }

describe('the steps at the reception tablet', () => {
  it('lead to a welcome or a goodbye, and back to the beginning', async () => {
    const { step, go, ask, back } = createKioskSteps()
    go({ at: 'code', direction: 'in' })
    await ask(async () => answer)
    expect(step.value).toEqual({ at: 'welcome', answer })
    go({ at: 'code', direction: 'out' })
    await ask(async () => ({ ...answer, direction: 'out' }))
    expect(step.value.at).toBe('goodbye')
    back()
    expect(step.value).toEqual({ at: 'start' })
  })

  it('never show a late answer to whoever stands there next', async () => {
    const { step, problem, go, ask, back } = createKioskSteps()
    for (const late of [async () => answer, () => Promise.reject(unreachable())]) {
      go({ at: 'code', direction: 'in' })
      const asked = ask(late)
      back()
      await asked
      expect([step.value.at, problem.value]).toEqual(['start', null])
    }
  })

  it('say what is wrong in words for a visitor, and forget it with the next step', async () => {
    const { problem, go, ask, back } = createKioskSteps()
    go({ at: 'form' })
    await ask(() => Promise.reject(unreachable()))
    expect(problem.value).toContain('tell the reception')
    const issues = [{ path: 'code', message: 'Your visit is at North House.' }]
    await ask(() => Promise.reject(new ProblemError({ code: 'validation_failed', message: 'x', status: 400, issues })))
    expect(problem.value).toBe('Your visit is at North House.')
    back()
    expect(problem.value).toBeNull()
  })
})
