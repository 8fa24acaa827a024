// The people of a warden's form: one line each, the first answers for it, the others stand in for them in their order. For
// WardenDialog.vue.
import { mostWardens } from '@rollcall/contracts/domains/wardens'
import { ref } from 'vue'
import type { Choice } from '../../ui/form/form-field.ts'
import { t } from './texts.ts'

/** `key`: stays with the line when it is moved. `personId` empty: nobody is chosen yet. */
type WardenLine = { readonly key: number; personId: string; readonly chosen: Choice | null }

export function useWardenLines(people: readonly Choice[]) {
  let next = 0
  const line = (chosen: Choice | null): WardenLine => ({ key: next++, personId: chosen?.value ?? '', chosen })
  const lines = ref<WardenLine[]>(people.length > 0 ? people.map(line) : [line(null)])
  return {
    lines,
    mayAdd: () => lines.value.length < mostWardens,
    add: () => void lines.value.push(line(null)),
    remove: (index: number) => void lines.value.splice(index, 1),
    moveUp(index: number): void {
      const [moved] = lines.value.splice(index, 1)
      if (moved) lines.value.splice(index - 1, 0, moved)
    },
    /** In their order; whoever is named twice counts once, and a line without anybody not at all. */
    personIds: () => [...new Set(lines.value.map(({ personId }) => personId).filter(Boolean))],
  }
}

export function placeWords(index: number): string {
  if (index === 0) return t('warden')
  return index === 1 ? t('deputy') : t('deputyNumber', { number: index })
}
