// What the editor of a floor does (FloorEditor.vue): the draft, the layer that shows it on the plan, and what is chosen in it.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { zoneTypes } from '@rollcall/contracts/domains/zone-types'
import { useEventListener } from '@vueuse/core'
import { computed, onBeforeUnmount, ref, watch } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { useRow } from '../../api/use-row.ts'
import { useSession } from '../../session/session-store.ts'
import type { PlanMap } from '../map/plan-map.ts'
import { onPlan, stackedWith, withCorner, withEdgeSplit, withReceiver, withReceiverAt, withZone } from './edit-draft.ts'
import type { Draft, DraftReceiver, DraftZone } from './edit-draft.ts'
import { createEditLayer } from './edit-layer.ts'
import { useFindRooms } from './rooms/use-find-rooms.ts'
import { useDraft } from './use-draft.ts'
import { useSnapping } from './use-snapping.ts'
import { useZoneDrawing } from './use-zone-drawing.ts'
import { useWalls } from './walls/use-walls.ts'
import { t } from './texts.ts'

// Long because it joins what is chosen, drawn and found with the one layer that shows it.
export function useFloorEditor({ snapshot, plan }: { snapshot: FloorContext; plan: PlanMap }, onSaved: () => void) {
  const session = useSession()
  const edit = useDraft(snapshot)
  const { draft } = edit
  const { data, problem: typesProblem } = useRow(zoneTypes.list, { query: { pageSize: 200 } }, { pollMs: null })
  const types = computed(() => data.value?.items ?? [])
  const colours = computed(() => new Map(types.value.map(({ id, colour }) => [id, colour])))
  const chosen = useChosen(edit, snapshot, plan)
  const { zoneId, receiverId } = chosen
  const mayZones = session.can('zones.update')
  const mayReceivers = session.can('receivers.update')

  const finder = useFindRooms(snapshot, () => draft.value.zones)
  const snapping = useSnapping(plan, snapshot.floor, () => [
    ...draft.value.zones,
    ...finder.proposals.value,
    ...draft.value.walls.map(({ id, points }) => ({ id, polygon: points })),
  ])
  const layer = createEditLayer(plan, snapshot.floor, {
    chooseZone: chosen.chooseZone,
    chooseReceiver: chosen.chooseReceiver,
    moveCorner: (index, at) => zoneId.value && edit.change(withCorner(draft.value, zoneId.value, index, at)),
    splitEdge: (index, at) => zoneId.value && edit.change(withEdgeSplit(draft.value, zoneId.value, index, at)),
    snapCorner: (index, at) => {
      const own = chosen.zone.value
      const beside = own ? [own.polygon.at(index - 1), own.polygon[(index + 1) % own.polygon.length]] : []
      return snapping.snap(
        at,
        beside.flatMap((corner) => corner ?? []),
        own?.id,
      )
    },
    moveReceiver: (id, at) => edit.change(withReceiverAt(draft.value, id, at)),
  })
  onBeforeUnmount(() => layer.remove())
  /** Answers what is missing; null: they are there. */
  function addZones(rooms: readonly { name: string; polygon: DraftZone['polygon'] }[]): string | null {
    const [type] = types.value
    if (!type) return t('thereIsNoZoneTypeYetAddOne')
    const fresh = rooms.map(({ name, polygon }) => newZone(name, polygon.map(onPlan), type.id))
    edit.change({ ...draft.value, zones: [...draft.value.zones, ...fresh] })
    if (fresh.length === 1) chosen.chooseZone(fresh[0]?.id ?? null)
    return null
  }
  const drawing = useZoneDrawing({
    plan,
    toPlan: layer.toPlan,
    snap: snapping.snap,
    onClickElsewhere() {
      chosen.chooseZone(null)
      walls.choose(null)
    },
    onDrawn(drawn, kind) {
      if (kind !== 'wall') return addZones([{ name: '', polygon: drawn }])
      walls.add(drawn)
      return null
    },
  })
  const walls = useWalls({
    plan,
    floor: snapshot.floor,
    edit,
    toPlan: layer.toPlan,
    snap: snapping.snap,
    isDrawing: () => drawing.corners.value !== null || !mayZones,
    onChosen: () => chosen.chooseZone(null),
  })
  watch([zoneId, receiverId], ([zone, receiver]) => (zone ?? receiver) !== null && walls.choose(null))
  function takeRooms(ids: readonly number[]): void {
    finder.says.value = addZones(finder.proposals.value.filter(({ id }) => ids.includes(id)))
    if (finder.says.value === null) finder.drop(ids)
  }
  watch(
    [draft, zoneId, receiverId, drawing.corners, colours, finder.proposals],
    () => {
      const colourOf = (typeId: string) => colours.value.get(typeId) ?? '#5b6b73'
      const view = {
        zoneId: zoneId.value,
        receiverId: receiverId.value,
        drawing: drawing.corners.value,
        isWall: drawing.kind.value === 'wall',
      }
      const proposals = finder.proposals.value
      layer.show({ draft: draft.value, colourOf, ...view, proposals, mayZones, mayReceivers })
    },
    { immediate: true },
  )

  const unsaved = useUnsavedGuard(() => edit.count.value > 0)
  const problem = computed(() => unsaved.warning.value ?? typesProblem.value)
  async function save(): Promise<void> {
    chosen.endTyping()
    if (await edit.save()) unsaved.warning.value = null
    onSaved()
  }
  const toMiddle = (id: string) => {
    edit.change(withReceiverAt(draft.value, id, layer.toPlan(plan.map.getCenter())))
    chosen.chooseReceiver(id)
  }
  const rooms = { finder, takeRooms }
  return {
    ...chosen,
    ...rooms,
    edit,
    walls,
    types,
    colours,
    drawing,
    snapping,
    problem,
    mayZones,
    mayReceivers,
    save,
    toMiddle,
  }
}

/** The zone or the receiver that is chosen, and what can be done to it. */
function useChosen(edit: ReturnType<typeof useDraft>, { floor }: FloorContext, plan: PlanMap) {
  const { draft } = edit
  const zoneId = ref<string | null>(null)
  const receiverId = ref<string | null>(null)
  const zone = computed(() => draft.value.zones.find(({ id }) => id === zoneId.value) ?? null)
  const receiver = computed(() => draft.value.receivers.find(({ id }) => id === receiverId.value) ?? null)
  const stacked = computed(() => (receiverId.value ? stackedWith(draft.value, receiverId.value, floor) : []))
  const fields = useTypedFields(edit, () => zoneId.value ?? receiverId.value)
  function chooseZone(id: string | null): void {
    zoneId.value = id
    receiverId.value = null
  }
  function chooseReceiver(id: string): void {
    zoneId.value = null
    receiverId.value = id
  }
  /** From the list: a zone that is out of sight cannot be reshaped. */
  function chooseFromList(one: DraftZone): void {
    chooseZone(one.id === zoneId.value ? null : one.id)
    if (zoneId.value !== null) plan.goToArea(one.polygon)
  }
  function removeZone(): void {
    edit.change({ ...draft.value, zones: draft.value.zones.filter(({ id }) => id !== zoneId.value) })
    zoneId.value = null
  }
  const changeZone = (changes: Partial<DraftZone>, field: string) =>
    zone.value && fields.change(withZone(draft.value, zone.value.id, changes), field)
  const changeReceiver = (changes: Partial<DraftReceiver>, field: string) =>
    receiver.value && fields.change(withReceiver(draft.value, receiver.value.id, changes), field)
  const choices = { zoneId, receiverId, zone, receiver, stacked, chooseZone, chooseReceiver, chooseFromList }
  return { ...choices, changeZone, changeReceiver, removeZone, endTyping: fields.endTyping }
}

function newZone(name: string, polygon: DraftZone['polygon'], zoneTypeId: string): DraftZone {
  return {
    id: `new-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
    name,
    zoneTypeId,
    polygon,
    isEmergency: false,
    isMusterPoint: false,
    isRestricted: false,
    capacity: null,
    isNew: true,
  }
}

/** Typing in one field of one thing is one step to take back. */
function useTypedFields(edit: ReturnType<typeof useDraft>, chosenId: () => string | null) {
  let lastTyped = ''
  const endTyping = () => void (lastTyped = '')
  watch(chosenId, endTyping)
  function change(next: Draft, field: string): void {
    const typed = `${chosenId()} ${field}`
    const continues = typed === lastTyped && edit.steps.value.past.length > 0
    edit.amend(next, continues)
    lastTyped = typed
  }
  return { change, endTyping }
}

/** Nobody loses work by a slip. */
function useUnsavedGuard(isUnsaved: () => boolean) {
  const warning = ref<string | null>(null)
  function stay(): boolean {
    if (!isUnsaved()) return true
    warning.value = t('thereAreChangesThatAreNot')
    return false
  }
  onBeforeRouteLeave(stay)
  onBeforeRouteUpdate(stay)
  useEventListener('beforeunload', (event) => isUnsaved() && event.preventDefault())
  return { warning }
}
