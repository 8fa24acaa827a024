// The steps of positioning in their order, and what they remember from batch to batch. The engine, the benchmark and the tests all
// run this list. A new step: one file in steps/ and one line here.
import type { AmbientDevices } from '../ingest/ambient/ambient-devices.ts'
import type { Publisher } from '../realtime/publisher.ts'
import { createLinkMemory } from './calibration/link-memory.ts'
import { createCounters } from './counters.ts'
import { createDeviceStore } from './device-store.ts'
import type { Step } from './pipeline.ts'
import type { PositionWriter } from './position-writer.ts'
import { createStrengthLog } from './receiver-check/strength-log.ts'
import { createReceiverHealth } from './receiver-health.ts'
import { createReceiverResiduals } from './receiver-residuals.ts'
import { createRestMemory, createRestTurns } from './rest-memory.ts'
import { createStays } from './stays.ts'
import { ambientStep } from './steps/ambient.ts'
import { batteryStep } from './steps/battery.ts'
import { chooseFloorStep } from './steps/choose-floor.ts'
import { compareStep } from './steps/compare.ts'
import { estimateStep } from './steps/estimate.ts'
import { guardStep } from './steps/guard.ts'
import { identifyStep } from './steps/identify.ts'
import { noticeStep } from './steps/notice.ts'
import { recordStep } from './steps/record.ts'
import { rememberStep } from './steps/remember.ts'
import { restStep } from './steps/rest.ts'
import { smoothStep } from './steps/smooth.ts'
import { tuneStep } from './steps/tune.ts'
import { zoneStep } from './steps/zone.ts'

export interface StepOptions {
  memory: PositioningMemory
  ambient: AmbientDevices
  writer: Pick<PositionWriter, 'add' | 'addBatteries'>
  publisher: Pick<Publisher, 'publish'>
  /** Numbers the positions, upward. */
  nextSeq: () => number
  /** Devices that are located in one run of the steps. */
  mostDue: number
  /** Steps that several runs share; absent: this is the only one. */
  common?: CommonSteps
}

/** What steps do by the readings of all shares of a backend. */
export type CommonSteps = ReturnType<typeof createCommonSteps>

interface CommonOptions extends Pick<StepOptions, 'ambient' | 'publisher'> {
  memory: Omit<PositioningMemory, ShareMemory>
  /** Whether these are all readings there are. */
  countsArrivals?: boolean
  /** Whether this backend teaches floors what others take over from it. */
  isTeaching?: () => boolean
  /** Badges that are located here. */
  badgeCount: () => number
}

export type PositioningMemory = ReturnType<typeof createPositioningMemory>
/** What every share has of its own. */
export type ShareMemory = keyof ReturnType<typeof createShareMemory>

export function createShareMemory() {
  return { devices: createDeviceStore(), stays: createStays(), rests: createRestMemory() }
}

export function createPositioningMemory() {
  return {
    ...createShareMemory(),
    health: createReceiverHealth(),
    counters: createCounters(),
    restTurns: createRestTurns(),
    /** For calibration: how strongly badges were received, and receivers by each other. */
    badgeLinks: createLinkMemory(),
    receiverLinks: createLinkMemory(),
    residuals: createReceiverResiduals(),
    strengthLog: createStrengthLog(),
  }
}

export function positioningSteps(
  options: StepOptions,
  { without = [] }: { without?: readonly StepName[] } = {},
): readonly Step[] {
  const leftOut: ReadonlySet<string> = new Set(without)
  return Object.entries<Step>(stepsInOrder(options)).flatMap(([name, step]) => (leftOut.has(name) ? [] : [step]))
}

export type StepName = keyof ReturnType<typeof stepsInOrder>

export function createCommonSteps({ memory, ambient, publisher, ...options }: CommonOptions) {
  const { health, counters, badgeLinks, receiverLinks, residuals, strengthLog } = memory
  return {
    guard: guardStep(health, counters, options.countsArrivals),
    remember: rememberStep(badgeLinks, receiverLinks),
    ambient: ambientStep(ambient, publisher),
    chooseFloor: chooseFloorStep(health),
    tune: tuneStep(health, options.isTeaching),
    estimate: estimateStep(health, options.badgeCount),
    compare: compareStep(residuals, health, strengthLog),
  }
}

function stepsInOrder({ memory, ambient, writer, publisher, nextSeq, mostDue, ...options }: StepOptions) {
  const { health, counters, devices, stays, rests, restTurns: turns } = memory
  const alone = () => createCommonSteps({ memory, ambient, publisher, badgeCount: () => devices.size })
  const common = options.common ?? alone()
  return {
    guard: common.guard,
    identify: identifyStep(devices),
    battery: batteryStep(writer),
    remember: common.remember,
    ambient: common.ambient,
    smooth: smoothStep(counters, health, devices, mostDue),
    chooseFloor: common.chooseFloor,
    tune: common.tune,
    estimate: common.estimate,
    compare: common.compare,
    zone: zoneStep(),
    rest: restStep({ rests, turns, health }),
    notice: noticeStep(stays),
    record: recordStep({ writer, stays, nextSeq }),
  }
}
