// The walls of the floor that is edited: which one is chosen, what can be done to it, and the layer that shows them (WallTools.vue).
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import type { LatLng } from 'leaflet'
import { computed, onBeforeUnmount, ref, watch } from 'vue'
import type { PlanFloor, PlanMap } from '../../map/plan-map.ts'
import type { useDraft } from '../use-draft.ts'
import type { Snap } from '../use-snapping.ts'
import { t } from '../texts.ts'
import { proposeWalls } from './propose-walls.ts'
import { newWall, withDoorAdded, withDoorAt, withWall, withWallPoint, withWallSplit } from './wall-draft.ts'
import { createWallEditLayer } from './wall-edit-layer.ts'

type Options = {
  readonly plan: PlanMap
  readonly floor: PlanFloor
  readonly edit: ReturnType<typeof useDraft>
  readonly toPlan: (at: LatLng) => PlanPoint
  readonly snap: Snap
  readonly isDrawing: () => boolean
  /** A wall was chosen: whatever else was, is not. */
  readonly onChosen: () => void
}

export function useWalls({ plan, floor, edit, toPlan, snap, isDrawing, onChosen }: Options) {
  const { draft, change } = edit
  const wallId = ref<string | null>(null)
  const wall = computed(() => draft.value.walls.find(({ id }) => id === wallId.value) ?? null)
  const says = ref<string | null>(null)

  function choose(id: string | null): void {
    wallId.value = id
    says.value = null
    if (id !== null) onChosen()
  }
  function chooseFromList(id: string): void {
    choose(id === wallId.value ? null : id)
    if (wall.value) plan.goToArea(wall.value.points)
  }
  function add(points: readonly PlanPoint[]): void {
    const fresh = newWall(points)
    change({ ...draft.value, walls: [...draft.value.walls, fresh] })
    choose(fresh.id)
  }
  /** One step, taken back like any other. */
  function propose(): void {
    const { zones, walls } = draft.value
    const found = proposeWalls(zones, walls, floor)
    change(found.length === 0 ? draft.value : { ...draft.value, walls: [...walls, ...found] })
    choose(null)
    says.value = found.length === 0 ? t('noWallsToPropose') : t('wallsProposed', { count: found.length })
  }
  function remove(): void {
    if (wallId.value) change(withWall(draft.value, wallId.value, () => null))
    choose(null)
  }
  function addDoor(): void {
    if (wallId.value) change(withDoorAdded(draft.value, wallId.value, floor))
  }
  function moveDoor(index: number, at: PlanPoint | null): void {
    if (wallId.value) change(withDoorAt(draft.value, wallId.value, index, at, floor))
  }
  function widenDoor(index: number, widthM: number): void {
    const door = wall.value?.doors[index]
    if (!door || !wallId.value || Number.isNaN(widthM)) return
    change(
      withWall(draft.value, wallId.value, (one) => ({ ...one, doors: one.doors.with(index, { ...door, widthM }) })),
    )
  }

  const layer = createWallEditLayer(plan, floor, toPlan, {
    choose,
    movePoint: (index, at) => wallId.value && change(withWallPoint(draft.value, wallId.value, index, at, floor)),
    splitPiece: (index, at) => wallId.value && change(withWallSplit(draft.value, wallId.value, index, at, floor)),
    moveDoor,
    snapPoint: (index, at) => {
      const points = wall.value?.points ?? []
      return snap(
        at,
        [points[index - 1], points[index + 1]].flatMap((beside) => beside ?? []),
        wallId.value ?? undefined,
      )
    },
  })
  onBeforeUnmount(() => layer.remove())
  watch(
    [() => draft.value.walls, wallId, isDrawing],
    () => layer.show({ walls: draft.value.walls, wallId: wallId.value, isDrawing: isDrawing() }),
    { immediate: true },
  )
  return { wallId, wall, says, choose, chooseFromList, add, propose, remove, addDoor, moveDoor, widenDoor }
}
