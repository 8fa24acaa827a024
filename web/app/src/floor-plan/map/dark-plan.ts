// A plan for the dark theme: plans are drawn dark on white; turned round and softened they sit in the dark map instead of
// glaring. Done inside the picture itself, once: as a CSS filter it would be computed anew in every frame above which markers
// move. Vector plans stay sharp.

const filter = `<filter id="dark" color-interpolation-filters="sRGB" x="0" y="0" width="100%" height="100%">
<feColorMatrix values="-1 0 0 0 1  0 -1 0 0 1  0 0 -1 0 1  0 0 0 1 0"/>
<feColorMatrix type="hueRotate" values="180"/>
<feColorMatrix values="0.85 0 0 0 0.14  0 0.85 0 0 0.14  0 0 0.85 0 0.14  0 0 0 1 0"/>
<feColorMatrix type="saturate" values="0.7"/>
</filter>`

/** The address of the dark picture; to be given back with `URL.revokeObjectURL`. */
export async function darkPlan(
  url: string,
  size: { readonly widthM: number; readonly heightM: number },
): Promise<string> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`the plan was answered with ${reply.status}`)
  const picture = await asDataUrl(await reply.blob())
  // Large, because some browsers draw what is inside a picture at the size that it names.
  const [width, height] = [4000, Math.round((4000 * size.heightM) / size.widthM)]
  const image = `<image href="${picture}" width="${width}" height="${height}" preserveAspectRatio="none" filter="url(#dark)"/>`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  return URL.createObjectURL(new Blob([open, filter, image, '</svg>'], { type: 'image/svg+xml' }))
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}
