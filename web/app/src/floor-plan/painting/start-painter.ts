// Starts the painter where it is best: in a worker, or in the page when the browser cannot hand a canvas over.
import { positionAges } from '@rollcall/contracts/domains/positions'
import type { PaintAnswer, PaintMessage } from './paint-message.ts'

export type Painter = {
  readonly send: (message: PaintMessage, transfer?: Transferable[]) => void
  readonly stop: () => void
}

type Canvases = readonly [HTMLCanvasElement, HTMLCanvasElement]

export function startPainter(canvases: Canvases, onShown: () => void): Painter {
  return 'transferControlToOffscreen' in canvases[0] ? inWorker(canvases, onShown) : inPage(canvases, onShown)
}

function inWorker([first, second]: Canvases, onShown: () => void): Painter {
  const worker = new Worker(new URL('./painter-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', (event: MessageEvent<PaintAnswer>) => event.data.type === 'shown' && onShown())
  const handed = [first.transferControlToOffscreen(), second.transferControlToOffscreen()] as const
  worker.postMessage({ type: 'start', canvases: handed, ages: positionAges } satisfies PaintMessage, [...handed])
  return { send: (message, transfer = []) => worker.postMessage(message, transfer), stop: () => worker.terminate() }
}

function inPage(canvases: Canvases, onShown: () => void): Painter {
  let stopped = false
  const painter = import('./floor-painter.ts').then(({ createFloorPainter }) => {
    const started = createFloorPainter(() => !stopped && onShown())
    started.receive({ type: 'start', canvases, ages: positionAges })
    return started
  })
  return {
    send: (message) => void painter.then(({ receive }) => !stopped && receive(message)),
    stop: () => {
      stopped = true
      void painter.then(({ stop }) => stop())
    },
  }
}
