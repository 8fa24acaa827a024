// The worker in which the map is painted. It has no document, so it loads the page's font itself (from the same files).
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import { createFloorPainter } from './floor-painter.ts'
import type { PaintMessage } from './paint-message.ts'

const painter = createFloorPainter((answer) => postMessage(answer))
globalThis.addEventListener('message', (event: MessageEvent<PaintMessage>) => painter.receive(event.data))

const fonts = (globalThis as unknown as { readonly fonts?: FontFaceSet }).fonts
const face = (url: string, unicodeRange: string) =>
  new FontFace('Inter Variable', `url(${url})`, { weight: '100 900', unicodeRange })
const always = face(latin, 'U+0000-00FF, U+2000-206F')
fonts?.add(always)
// Comes by itself with the first letter that is drawn of it.
fonts?.add(face(latinExtended, 'U+0100-02FF, U+1E00-1EFF'))
fonts?.addEventListener('loadingdone', painter.fontCame)
void always.load().catch(() => undefined)
