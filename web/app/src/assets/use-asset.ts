// What the page about one asset shows and offers (AssetDetail.vue).
import { assets } from '@rollcall/contracts/domains/assets'
import { computed, ref } from 'vue'
import { useRouter } from 'vue-router'
import { together, useRow } from '../api/use-row.ts'
import { changeAction, removeAction } from '../ui/resource/resource.ts'
import { assetResource } from './asset-resource.ts'
import { assetWords, historyKinds } from './asset-words.ts'
import type { HistoryKind } from './asset-words.ts'
import { t } from './texts.ts'

export const mostEntries = 50

export function useAsset(assetId: string) {
  const router = useRouter()
  const params = { id: assetId }
  const kind = ref('all')
  const kinds = computed(() => [
    { label: t('everything'), value: 'all' },
    ...Object.entries(historyKinds).map(([value, { label }]) => ({ value, label })),
  ])
  const { data, problem, gone, refresh } = together({
    asset: useRow(assets.read, { params }),
    history: useRow(assets.history, () => ({ params, query: historyQuery() }), { keepsLast: true }),
  })
  function historyQuery() {
    const type = kind.value === 'all' ? undefined : (kind.value as HistoryKind)
    return { pageSize: mostEntries, sort: '-at', type }
  }

  const asset = computed(() => data.value?.asset ?? null)
  const facts = computed(() => {
    const { category, serialNumber, assignedToName, homeZoneName } = asset.value ?? {}
    return [
      { name: assetWords.category.label, value: category },
      { name: assetWords.serialNumber.label, value: serialNumber },
      { name: assetWords.assignedTo.label, value: assignedToName },
      { name: assetWords.homeZoneId.label, value: homeZoneName },
    ]
  })
  const actions = computed(() => {
    if (asset.value === null) return []
    return [
      changeAction(assetResource, asset.value, refresh),
      removeAction(assetResource, asset.value, () => router.push({ name: 'assets' })),
    ]
  })
  const history = computed(() => data.value?.history.items ?? [])
  return { asset, history, problem, gone, refresh, facts, actions, kind, kinds }
}
