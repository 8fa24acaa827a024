// The receivers of a plan as things to take hold of: dragged with mouse or finger, moved with the arrow keys, chosen with Enter. The map
// follows while one is dragged.
import * as L from 'leaflet'
import { addHandle, onArrowKeys } from '../../floor-plan/editing/edit-handle.ts'
import type { PlanMap } from '../../floor-plan/map/plan-map.ts'
import { metresAt } from '../../floor-plan/map/plan-point.ts'
import type { Place, PlacedReceiver } from './plan.ts'
import { t } from './texts.ts'

export type ReceiverView = {
  readonly receivers: readonly PlacedReceiver[]
  readonly chosenId: string | null
  /** Shown as if it were out of order. */
  readonly downId: string | null
}
export type ReceiverEvents = {
  readonly choose: (id: string) => void
  /** While it is dragged, and once at the end. */
  readonly drag: (id: string, at: Place) => void
  readonly move: (id: string, at: Place) => void
}

const words = { hangs: () => '', moved: () => t('movedHere'), added: () => t('onlyPlanned') } as const

export function createReceiverLayer(
  { map, toMap }: PlanMap,
  size: { readonly widthM: number; readonly heightM: number },
  events: ReceiverEvents,
) {
  const group = L.layerGroup().addTo(map)
  const toPlan = (at: L.LatLng): Place => {
    const { x, y } = metresAt(at)
    return { x: (x / size.widthM) * 100, y: (y / size.heightM) * 100 }
  }

  function show({ receivers, chosenId, downId }: ReceiverView): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.handle : undefined
    group.clearLayers()
    for (const receiver of receivers) {
      const { id, name, x, y, state } = receiver
      const down = id === downId ? ' planned-down' : ''
      const className = `edit-receiver planned-${state}${down}${id === chosenId ? ' edit-chosen' : ''}`
      const says = t('receiverSays', {
        what: [name, words[state](), down && t('takenAsDown')].filter(Boolean).join(', '),
      })
      const handle = addHandle(group, toMap({ x, y }), { className, key: `receiver-${id}`, label: says })
      const text = document.createElement('span')
      text.textContent = name
      handle.bindTooltip(text, { direction: 'top', offset: [0, -10] })
      handle.on('click', () => events.choose(id))
      handle.getElement()?.addEventListener('keydown', ({ key }) => key === 'Enter' && events.choose(id))
      handle.on('drag', () => events.drag(id, toPlan(handle.getLatLng())))
      handle.on('dragend', () => events.move(id, toPlan(handle.getLatLng())))
      onArrowKeys(handle, (byM) => {
        events.move(id, { x: x + (byM.x * 100) / size.widthM, y: y + (byM.y * 100) / size.heightM })
      })
    }
    // Drawing anew took the focus away with the button that had it.
    if (focused) map.getPane('markerPane')?.querySelector<HTMLElement>(`[data-handle="${focused}"]`)?.focus()
  }
  return { show, toPlan, remove: () => group.remove() }
}
