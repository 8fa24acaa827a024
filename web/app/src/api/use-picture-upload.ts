// A picture chosen in a dialog: refused at once when the row would refuse it, shown before it is sent, sent with its progress.
// Used by the dialogs for photos and floor plans.
import { onScopeDispose, ref, shallowRef } from 'vue'
import { sentenceFor } from './problem-error.ts'
import { refuseFile, refusePixels, upload, type UploadRow, type UploadTo } from './upload.ts'
import { t } from './texts.ts'

export type Picture = { readonly file: File; readonly image: HTMLImageElement }

export function usePictureUpload(row: UploadRow) {
  const picture = shallowRef<Picture | null>(null)
  const problem = ref<string | null>(null)
  /** Of the bytes sent, 0 to 1; null while nothing is under way. */
  const share = ref<number | null>(null)
  onScopeDispose(forget)

  function forget(): void {
    if (picture.value) URL.revokeObjectURL(picture.value.image.src)
    picture.value = null
  }

  async function take(file: File): Promise<void> {
    forget()
    problem.value = refuseFile(row, file) ?? (await refusePixels(row, file))
    if (problem.value !== null) return
    const image = new Image()
    image.src = URL.createObjectURL(file)
    try {
      await image.decode()
      picture.value = { file, image }
    } catch {
      URL.revokeObjectURL(image.src)
      problem.value = t('noPicture')
    }
  }

  /** True when it was taken; otherwise `problem` says why not. */
  async function send(to: UploadTo, make: () => Promise<Blob>): Promise<boolean> {
    problem.value = null
    share.value = 0
    try {
      await upload(row, { ...to, file: await make(), onProgress: (sent) => (share.value = sent) })
      return true
    } catch (error) {
      problem.value = sentenceFor(error)
      return false
    } finally {
      share.value = null
    }
  }

  return { picture, problem, share, take, forget, send }
}
