// Instructions of every scenario: read by all, written and confirmed by those who may raise the alarm (rules 9).
import type { Instruction, InstructionChange, instructions } from '@rollcall/contracts/domains/instructions'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { resource } from '../resource.ts'
import { findInstruction, instructionFor, listInstructions } from './instruction-queries.ts'

type Change = z.output<typeof InstructionChange>

const instruction = resource({
  table: 'scenarioInstructions',
  find: findInstruction,
  update: (body: Change, { context }, before: Instruction) => columnsOf(body, before, context.user.displayName),
})

export const instructionHandlers: Handlers<typeof instructions, Context> = {
  list: ({ context }) => listInstructions(context.db),
  async change({ params: { scenario }, body, context }) {
    const { id } = found(await instructionFor(context.db, scenario))
    return instruction.change({ params: { id }, body, context })
  },
}

/** Confirmed are words, not a scenario: other words have to be confirmed anew. */
function columnsOf({ text, confirmed }: Change, before: Instruction, by: string) {
  const words = text ?? before.text
  if (confirmed && words === '') refuseField('confirmed', 'nothing_to_confirm')
  if (confirmed) return { text: words, confirmedAt: new Date(), confirmedBy: by }
  const takenBack = confirmed === false || words !== before.text
  return { text: words, ...(takenBack && { confirmedAt: null, confirmedBy: null }) }
}
