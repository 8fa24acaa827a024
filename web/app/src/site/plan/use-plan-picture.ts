// The steps from a file to a plan: chosen, a page of it, turned and cut, measured, sent. Used by PlanUpload.vue.
import { floors, largestFloorM } from '@rollcall/contracts/domains/floors'
import type { Floor } from '@rollcall/contracts/domains/floors'
import { computed, ref, shallowRef, watch } from 'vue'
import { refuseFile } from '../../api/upload.ts'
import { usePictureUpload } from '../../api/use-picture-upload.ts'
import type { PdfPages } from './pdf-pages.ts'
import { cut, drawn, fileOf, heightFor, turned, widthFrom, widthOfPart } from './plan-picture.ts'
import type { Part, Spot } from './plan-picture.ts'
import { t } from './texts.ts'

export const pdfType = 'application/pdf'
const { upload } = floors.uploadPlan.body
const pdfRow = { ...floors.uploadPlan, body: { upload: { ...upload, mediaTypes: [pdfType] } } }

/** `updatedAt`: so that a plan which somebody else gave it meanwhile stays; a floor that never had one may come without. */
export type PlannedFloor = Pick<Floor, 'id' | 'widthM'> & Partial<Pick<Floor, 'updatedAt'>>

export function usePlanPicture(floor: PlannedFloor) {
  const { picture, untouched, show, send, ...source } = usePlanSource()
  const spots = ref<readonly Spot[]>([])
  const lengthM = ref<number>()
  const widthM = ref(floor.widthM)
  const measured = computed(() => {
    const [from, to] = spots.value
    return from && to && picture.value ? widthFrom([from, to], lengthM.value ?? Number.NaN, picture.value) : null
  })
  watch(measured, (now) => now !== null && (widthM.value = now))
  watch(picture, () => (spots.value = []))
  const heightM = computed(() => (picture.value ? heightFor(widthM.value, picture.value) : 0))
  /** Null: it can be sent. */
  const refusal = computed(() => {
    if (!(widthM.value >= 1) || heightM.value < 1) return t('sayWidth')
    if (Math.max(widthM.value, heightM.value) <= largestFloorM) return null
    return t('largest', { most: largestFloorM, width: widthM.value, height: heightM.value })
  })

  return {
    ...source,
    picture,
    spots,
    lengthM,
    widthM,
    heightM,
    refusal,
    turn: () => {
      if (!picture.value) return
      const width = heightM.value
      show(turned(picture.value))
      widthM.value = width
    },
    keep: (part: Part) => {
      if (!picture.value) return
      show(cut(picture.value, part))
      widthM.value = widthOfPart(widthM.value, part)
    },
    send: async () => {
      const whole = picture.value
      const query = { widthM: widthM.value, heightM: heightM.value }
      const to = { params: { floorId: floor.id }, query, unchangedSince: floor.updatedAt }
      return whole !== null && send(to, async () => untouched.value ?? fileOf(whole))
    },
  }
}

/** The chosen file as one picture: itself, or a page of it. */
function usePlanSource() {
  const { picture: chosen, problem, share, take: takePicture, forget, send } = usePictureUpload(floors.uploadPlan)
  const picture = shallowRef<HTMLCanvasElement | null>(null)
  /** What was chosen, as long as nothing was done to it: a drawing of lines stays one. */
  const untouched = shallowRef<File | null>(null)
  const pages = shallowRef<PdfPages | null>(null)
  const page = ref(1)
  const busy = ref(false)

  function show(next: HTMLCanvasElement | null): void {
    picture.value = next
    untouched.value = null
  }
  watch(chosen, (now) => {
    show(now && drawn(now.image))
    untouched.value = now?.file ?? null
  })
  async function patiently(work: () => Promise<void>, otherwise: string): Promise<void> {
    busy.value = true
    await work().catch(() => (problem.value = otherwise))
    busy.value = false
  }
  const showPage = (number: number) =>
    patiently(
      async () => {
        const next = await pages.value?.draw(number)
        page.value = number
        show(next ?? null)
      },
      t('pageNotDrawn', { number }),
    )

  async function take(file: File): Promise<void> {
    if (file.type !== pdfType) return takePicture(file)
    problem.value = refuseFile(pdfRow, file)
    if (problem.value !== null) return
    await patiently(async () => {
      const { openPdf } = await import('./pdf-pages.ts')
      pages.value = await openPdf(new Uint8Array(await file.arrayBuffer()))
    }, t('noPdf'))
    if (pages.value) await showPage(1)
  }
  function forgetAll(): void {
    pages.value = null
    show(null)
    forget()
  }
  return { picture, untouched, pages, page, busy, problem, share, show, take, showPage, send, forget: forgetAll }
}
