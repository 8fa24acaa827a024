// The worker in which the map is painted. It has no document, so it loads the page's font itself (from the same files).
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import { createFloorPainter } from './floor-painter.ts'
import type { PaintMessage } from './paint-message.ts'

const painter = createFloorPainter((answer) => postMessage(answer))
globalThis.addEventListener('message', (event: MessageEvent<PaintMessage>) => painter.receive(event.data))

const fonts = (globalThis as unknown as { readonly fonts?: FontFaceSet }).fonts
const faces = [
  new FontFace('Inter Variable', `url(${latin})`, { weight: '100 900', unicodeRange: 'U+0000-00FF, U+2000-206F' }),
  new FontFace('Inter Variable', `url(${latinExtended})`, {
    weight: '100 900',
    unicodeRange: 'U+0100-02FF, U+1E00-1EFF',
  }),
]
for (const face of faces) {
  fonts?.add(face)
  void face.load().then(painter.fontCame, () => undefined)
}
