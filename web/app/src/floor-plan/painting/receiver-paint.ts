// Receivers on the map: a small square each, filled when it is heard, hollow with a bar when it is silent (so that the state
// survives a black-and-white print), and beside it how many ambient devices it hears.
import type { Frame } from './frame.ts'
import type { PaintReceiver } from './paint-message.ts'

export function paintReceivers(frame: Frame, receivers: readonly PaintReceiver[], ambient: boolean): void {
  const half = receiverHalf(frame.view.scale)
  for (const receiver of receivers) {
    paintReceiver(frame, receiver, half)
    if (ambient && receiver.ambient > 0) paintAmbient(frame, receiver, half)
  }
}

/** Shrinks when the floor is far away, to leave room for what moves. */
export function receiverHalf(scale: number): number {
  return scale < 9 ? 3.5 : 5.5
}

function paintReceiver(frame: Frame, { at, online, chosen }: PaintReceiver, half: number): void {
  const { brush, palette } = frame
  const [x, y] = [frame.x(at), frame.y(at)]
  brush.beginPath()
  brush.roundRect(x - half, y - half, half * 2, half * 2, 2)
  brush.fillStyle = online ? palette.online : palette.ring
  brush.fill()
  brush.lineWidth = 1.5
  brush.strokeStyle = online ? palette.ring : palette.offline
  brush.stroke()
  if (!online) {
    brush.beginPath()
    brush.moveTo(x - half + 1.5, y + half - 1.5)
    brush.lineTo(x + half - 1.5, y - half + 1.5)
    brush.stroke()
  }
  if (!chosen) return
  brush.beginPath()
  brush.roundRect(x - half - 4, y - half - 4, half * 2 + 8, half * 2 + 8, 4)
  brush.lineWidth = 2
  brush.strokeStyle = palette.chosen
  brush.stroke()
}

/** Ambient devices have no place of their own: they are only known to be near the receiver that hears them best. */
function paintAmbient(frame: Frame, { at, ambient }: PaintReceiver, half: number): void {
  const { brush, palette } = frame
  const text = String(ambient)
  brush.font = '500 10px "Inter Variable", system-ui, sans-serif'
  brush.textAlign = 'left'
  brush.textBaseline = 'middle'
  const width = brush.measureText(text).width + 18
  const [left, top] = [frame.x(at) + half + 3, frame.y(at) - 7]
  brush.beginPath()
  brush.roundRect(left, top, width, 14, 7)
  brush.fillStyle = palette.ambient
  brush.fill()
  brush.strokeStyle = palette.ambientText
  brush.lineWidth = 1
  for (const radius of [1.5, 3.75]) {
    brush.beginPath()
    brush.arc(left + 7.5, top + 7, radius, 0, Math.PI * 2)
    brush.stroke()
  }
  brush.fillStyle = palette.ambientText
  brush.fillText(text, left + 13.5, top + 7.5)
}
