// SQL of what to do in each scenario.
import { sql } from 'kysely'
import type { Instruction } from '@rollcall/contracts/domains/instructions'
import type { Database } from '../../database/schema.ts'

function selectInstructions(db: Database) {
  return db
    .selectFrom('scenarioInstructions')
    .select(['id', 'createdAt', 'updatedAt', 'text', 'confirmedAt', 'confirmedBy'])
    .select(sql<Instruction['scenario']>`scenario`.as('scenario'))
}

export function listInstructions(db: Database): Promise<Instruction[]> {
  return selectInstructions(db).orderBy('scenario').execute()
}

export function findInstruction(db: Database, id: string): Promise<Instruction | undefined> {
  return selectInstructions(db).where('id', '=', id).executeTakeFirst()
}

export function instructionFor(db: Database, scenario: string): Promise<Instruction | undefined> {
  return selectInstructions(db).where('scenario', '=', scenario).executeTakeFirst()
}
