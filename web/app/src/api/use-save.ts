// Exports something: busy while the file is made, then saves it, or says why not.
import { useToast } from '@nuxt/ui/composables/useToast'
import { ref } from 'vue'
import { sentenceFor } from './problem-error.ts'
import { datedName, saveFile } from './save-file.ts'
import { t } from './texts.ts'

export function useSave() {
  const toast = useToast()
  const busy = ref(false)
  async function save(read: () => Promise<Blob>, what: string, ending: string): Promise<void> {
    busy.value = true
    try {
      saveFile(await read(), datedName(what, ending))
    } catch (error) {
      toast.add({ title: t('notMade'), description: sentenceFor(error), color: 'error' })
    } finally {
      busy.value = false
    }
  }
  return { busy, save }
}
