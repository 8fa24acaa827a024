// What code is on a picture that the phone's camera has just taken? By the browser where it can, by read-code.ts elsewhere. No live
// camera: `Permissions-Policy: camera=()` forbids it (docs/decisions/0022-scanning-without-a-camera-stream.md).

type Detector = { readonly detect: (picture: ImageBitmap) => Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = { new (): Detector; readonly getSupportedFormats: () => Promise<readonly string[]> }

/** Longer side in pixels, one after the other: enough for a label at arm's length and read in an instant on an old phone; finer, for a
 * small one; coarser, which helps with a code that was held askew. */
const sizes = [1_000, 2_000, 700, 500]

/** Null: there is no code on it that can be read. */
export async function codeOnPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return (await byBrowser(picture)) ?? (await byPixels(picture))
  } finally {
    picture.close()
  }
}

async function byBrowser(picture: ImageBitmap): Promise<string | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return null
  try {
    // Some browsers have the class without anything behind it.
    if (!(await BarcodeDetector.getSupportedFormats()).includes('code_128')) return null
    return (await new BarcodeDetector().detect(picture))[0]?.rawValue ?? null
  } catch {
    return null
  }
}

async function byPixels(picture: ImageBitmap): Promise<string | null> {
  const { readCode } = await import('./read-code.ts')
  for (const longest of sizes) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(picture, 0, 0, width, height)
    const pixels = context?.getImageData(0, 0, width, height)
    const code = pixels ? readCode(pixels) : null
    if (code !== null) return code
  }
  return null
}
