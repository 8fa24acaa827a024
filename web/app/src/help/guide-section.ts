// One section of the guide: a question of somebody's work, answered in a few sentences, with the pages it is about.
import { t } from './texts.ts'

const roleTexts = {
  everybody: 'roleEverybody',
  safety: 'roleSafety',
  warden: 'roleWarden',
  operator: 'roleOperator',
  reception: 'roleReception',
  administrator: 'roleAdministrator',
} as const
export type GuideRole = keyof typeof roleTexts
export const guideRoles = Object.keys(roleTexts) as GuideRole[]
export const roleName = (role: GuideRole): string => t(roleTexts[role])

export type GuideSection = {
  /** In its address, after the #. */
  readonly id: string
  readonly role: GuideRole
  readonly title: string
  readonly text: readonly string[]
  readonly steps?: readonly string[]
  /** Of docs/pictures, without the theme. */
  readonly picture?: string
  /** Names of the pages that it helps with (features.ts). */
  readonly pages: readonly string[]
}
