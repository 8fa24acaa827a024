// A value that is looked at once in a while, however often it changes. It stays what it is: vueuse's refThrottled makes everything in it
// reactive, which takes a page with thousands of people seconds.
import { watchThrottled } from '@vueuse/core'
import { shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'

export function throttled<T>(source: Readonly<Ref<T>>, everyMs: number): Readonly<ShallowRef<T>> {
  const seen = shallowRef(source.value)
  watchThrottled(source, (value) => (seen.value = value), { throttle: everyMs })
  return seen
}
