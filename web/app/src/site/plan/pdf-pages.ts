// The pages of a PDF as pictures, drawn in the browser: the server never opens one. Loaded when a PDF is chosen.
import { getDocumentProxy } from 'unpdf'
import { sharpness } from './plan-picture.ts'

export type PdfPages = { readonly count: number; readonly draw: (page: number) => Promise<HTMLCanvasElement> }

/** Throws what is no PDF, or needs a password. */
export async function openPdf(bytes: Uint8Array): Promise<PdfPages> {
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false })
  return {
    count: pdf.numPages,
    draw: async (number) => {
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: sharpness(page.getViewport({ scale: 1 })) })
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      await page.render({ canvas, viewport }).promise
      return canvas
    },
  }
}
