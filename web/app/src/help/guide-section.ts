// One section of the guide: a question of somebody's work, answered in a few sentences, with the pages it is about.

export const guideRoles = {
  everybody: 'Everybody',
  safety: 'Safety officer',
  warden: 'Warden',
  operator: 'Facility operator',
  reception: 'Reception',
  administrator: 'Administrator',
} as const
export type GuideRole = keyof typeof guideRoles

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
