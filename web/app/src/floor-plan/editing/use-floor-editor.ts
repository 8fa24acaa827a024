// What the editor of a floor does (FloorEditor.vue): the draft, the layer that shows it on the plan, and what is chosen in it.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { zoneTypes } from '@rollcall/contracts/domains/zone-types'
import { useEventListener } from '@vueuse/core'
import { computed, onBeforeUnmount, ref, watch } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { useRow } from '../../api/use-row.ts'
import { useSession } from '../../session/session-store.ts'
import type { PlanMap } from '../map/plan-map.ts'
import { withCorner, withEdgeSplit, withReceiver, withZone } from './edit-draft.ts'
import type { DraftZone } from './edit-draft.ts'
import { createEditLayer } from './edit-layer.ts'
import { useDraft } from './use-draft.ts'
import { useZoneDrawing } from './use-zone-drawing.ts'

export function useFloorEditor({ snapshot, plan }: { snapshot: FloorContext; plan: PlanMap }, onSaved: () => void) {
  const session = useSession()
  const edit = useDraft(snapshot)
  const { draft } = edit
  const { data, problem: typesProblem } = useRow(zoneTypes.list, { query: { pageSize: 200 } }, { pollMs: null })
  const types = computed(() => data.value?.items ?? [])
  const colours = computed(() => new Map(types.value.map(({ id, colour }) => [id, colour])))
  const zoneId = ref<string | null>(null)
  const receiverId = ref<string | null>(null)
  const zone = computed(() => draft.value.zones.find(({ id }) => id === zoneId.value) ?? null)
  const mayZones = session.can('zones.update')
  const mayReceivers = session.can('receivers.update')

  const layer = createEditLayer(plan, snapshot.floor, {
    chooseZone: (id) => (zoneId.value = id),
    chooseReceiver: (id) => (receiverId.value = id),
    moveCorner: (index, at) => zoneId.value && edit.change(withCorner(draft.value, zoneId.value, index, at)),
    splitEdge: (index) => zoneId.value && edit.change(withEdgeSplit(draft.value, zoneId.value, index)),
    moveReceiver: (id, at) => edit.change(withReceiver(draft.value, id, at)),
  })
  onBeforeUnmount(() => layer.remove())
  const drawing = useZoneDrawing({
    plan,
    toPlan: layer.toPlan,
    onClickElsewhere: () => (zoneId.value = receiverId.value = null),
    onDrawn: (polygon) => {
      const [type] = types.value
      if (!type) return
      const fresh = newZone(polygon, type.id)
      edit.change({ ...draft.value, zones: [...draft.value.zones, fresh] })
      zoneId.value = fresh.id
    },
  })
  watch(
    [draft, zoneId, receiverId, drawing.corners, colours],
    () => {
      const colourOf = (typeId: string) => colours.value.get(typeId) ?? '#5b6b73'
      const chosen = { zoneId: zoneId.value, receiverId: receiverId.value, drawing: drawing.corners.value }
      layer.show({ draft: draft.value, colourOf, ...chosen, mayZones, mayReceivers })
    },
    { immediate: true },
  )

  const fields = useZoneFields(edit, zone)
  const unsaved = useUnsavedGuard(() => edit.count.value > 0)
  const problem = computed(() => unsaved.warning.value ?? typesProblem.value)
  async function save(): Promise<void> {
    fields.endTyping()
    if (await edit.save()) unsaved.warning.value = null
    onSaved()
  }
  /** From the list: a zone that is out of sight cannot be reshaped. */
  function chooseFromList(one: DraftZone): void {
    zoneId.value = one.id === zoneId.value ? null : one.id
    if (zoneId.value !== null) plan.goToArea(one.polygon)
  }
  function removeZone(): void {
    edit.change({ ...draft.value, zones: draft.value.zones.filter(({ id }) => id !== zoneId.value) })
    zoneId.value = null
  }
  const toMiddle = (id: string) => edit.change(withReceiver(draft.value, id, layer.toPlan(plan.map.getCenter())))
  const chosen = { zone, zoneId, chooseFromList, changeZone: fields.change, removeZone }
  return { ...chosen, edit, types, colours, drawing, problem, mayZones, mayReceivers, save, toMiddle }
}

function newZone(polygon: DraftZone['polygon'], zoneTypeId: string): DraftZone {
  return {
    id: `new-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
    name: '',
    zoneTypeId,
    polygon,
    isEmergency: false,
    isMusterPoint: false,
    isRestricted: false,
    capacity: null,
    isNew: true,
  }
}

/** Typing in one field of one zone is one step to take back. */
function useZoneFields(edit: ReturnType<typeof useDraft>, zone: { readonly value: DraftZone | null }) {
  let lastTyped = ''
  const endTyping = () => void (lastTyped = '')
  watch(() => zone.value?.id, endTyping)
  function change(changes: Partial<DraftZone>, field: string): void {
    if (!zone.value) return
    const typed = `${zone.value.id} ${field}`
    const continues = typed === lastTyped && edit.steps.value.past.length > 0
    edit.amend(withZone(edit.draft.value, zone.value.id, changes), continues)
    lastTyped = typed
  }
  return { change, endTyping }
}

/** Nobody loses work by a slip. */
function useUnsavedGuard(isUnsaved: () => boolean) {
  const warning = ref<string | null>(null)
  function stay(): boolean {
    if (!isUnsaved()) return true
    warning.value = 'There are changes that are not saved. Save or discard them before you leave.'
    return false
  }
  onBeforeRouteLeave(stay)
  onBeforeRouteUpdate(stay)
  useEventListener('beforeunload', (event) => isUnsaved() && event.preventDefault())
  return { warning }
}
