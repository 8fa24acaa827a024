// What the painter of the map is told. It runs in a worker, so everything here must survive being posted; positions travel
// as plain numbers, because 1,000 objects ten times a second would cost more than drawing them.
import type { MarkerMessage } from '../../realtime/marker-message.ts'
import type { Point } from '../../realtime/marker-motion.ts'

export type MapCanvas = HTMLCanvasElement | OffscreenCanvas

/** Where the picture lies: canvas pixels (of the page, not of the screen) = origin + metres × scale. */
export type PaintView = {
  /** Which of the two canvases is drawn on from now on. */
  readonly canvas: 0 | 1
  readonly originX: number
  readonly originY: number
  /** Pixels per metre. */
  readonly scale: number
  readonly width: number
  readonly height: number
  /** Pixels on every side that are painted and not seen until the map is dragged. */
  readonly margin: number
  readonly pixelRatio: number
  /** Square metres of the floor: tells how crowded it is. */
  readonly floorM2: number
}

export type PaintSettings = {
  readonly dark: boolean
  readonly people: boolean
  readonly assets: boolean
  readonly names: boolean
  readonly accuracy: boolean
  readonly clusters: boolean
  readonly receivers: boolean
  readonly ambient: boolean
  readonly chosen: number | null
  readonly hovered: number | null
  /** Added to the device's clock: ages are told by the server's clock, or by the moment that is played back. */
  readonly clockOffsetMs: number
}

export type PaintReceiver = {
  readonly at: Point
  readonly online: boolean
  readonly chosen: boolean
  /** Ambient devices heard best by this one. */
  readonly ambient: number
  readonly name: string
}

/** How strongly a receiver hears the chosen badge. */
export type PaintLink = { readonly at: Point; readonly rssi: number }

/** Drawn below or above the markers; each part stays until it is replaced. */
export type PaintOverlay = {
  readonly receivers: readonly PaintReceiver[]
  readonly links: readonly PaintLink[]
  /** Oldest first; `at` in epoch milliseconds. */
  readonly trail: readonly (Point & { readonly at: number })[]
  readonly heat: HeatGrid | null
  /** Each with the length of the way from the one before, in words. */
  readonly ruler: readonly (Point & { readonly length: string })[]
}

/** Shares of the busiest cells, 0–1, row by row from the upper left, and what a whole share means: minutes of people per square metre. */
export type HeatGrid = {
  readonly cellM: number
  readonly columns: number
  readonly shares: Float32Array
  readonly fullMinutes: number
}

export type PaintMessage =
  | {
      readonly type: 'start'
      readonly canvases: readonly [MapCanvas, MapCanvas]
      readonly ages: { readonly activeMs: number; readonly lastSeenMs: number }
    }
  | { readonly type: 'view'; readonly view: PaintView }
  | { readonly type: 'settings'; readonly settings: PaintSettings }
  | { readonly type: 'overlay'; readonly overlay: Partial<PaintOverlay> }
  /** Markers come through this port, too. */
  | { readonly type: 'listen'; readonly port: MessagePort }
  | MarkerMessage

/** The painter's one answer: the view it was given last is on screen now. */
export type PaintAnswer = { readonly type: 'shown' }
