// What wardens answer for, as one value of a form and in words.
import type { Uncovered, Warden } from '@rollcall/contracts/domains/wardens'
import { areaTitle } from '../board/wardens.ts'
import type { AreaNames } from '../board/wardens.ts'
import { t } from './texts.ts'

type Area = {
  readonly buildingId: string
  readonly floorId?: string | null
  readonly zoneId?: string | null
  readonly departmentId?: string | null
}

export function areaValue({ buildingId, floorId, zoneId, departmentId }: Area): string {
  const [kind, id] = zoneId
    ? ['zoneId', zoneId]
    : departmentId
      ? ['departmentId', departmentId]
      : floorId
        ? ['floorId', floorId]
        : ['', '']
  return [buildingId, kind, id].join(' ')
}

export function bodyOfArea(value: string): Record<string, string> {
  const [buildingId = '', kind = '', id = ''] = value.split(' ')
  return { buildingId, ...(kind ? { [kind]: id } : {}) }
}

export const wholeArea = (names: AreaNames): string => areaTitle(names, true)

type OpenArea = { readonly value: string; readonly label: string }
/** What nobody answers for, each to be given to somebody; departments belong to the building that is looked at. */
export function openAreas({ areas }: Uncovered): OpenArea[] {
  return areas.map((area) => ({
    value: areaValue({ ...area, floorId: area.zoneId ? null : area.floorId }),
    label: wholeArea({ ...area, departmentName: null }),
  }))
}
export function openDepartments({ departments }: Uncovered, buildingId: string): OpenArea[] {
  return departments.map(({ departmentId, departmentName }) => ({
    value: areaValue({ buildingId, departmentId }),
    label: departmentName,
  }))
}

/** Whether the warden can do it at all. */
export function troubleOf({ people }: Pick<Warden, 'people'>) {
  if (people.length === 0) return { word: t('nobodyIsLeft'), tone: 'bad' } as const
  if (!people.some(({ canSignIn }) => canSignIn)) return { word: t('noneCanSignIn'), tone: 'bad' } as const
  if (!people[0]?.canSignIn) return { word: t('wardenCannot'), tone: 'ageing' } as const
  if (people.length === 1) return { word: t('noDeputy'), tone: 'ageing' } as const
  return { word: t('ready'), tone: 'good' } as const
}
