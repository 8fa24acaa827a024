// The tests of one part (parts.mjs), for Stryker: in one thread per mutant and without the other rooms.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { parts } from './parts.mjs'

const part = parts[process.env['MUTANTS'] ?? '']
if (!part) throw new Error('MUTANTS names no part; run "npm run test:mutants".')

/** Stryker looks at tests only: a file that cannot be loaded, or whose preparation fails, would count as one that noticed nothing. */
function tellBrokenFiles(): Reporter {
  let vitest: Vitest | undefined
  return {
    onInit: (started) => void (vitest = started),
    onTestModuleEnd(module: TestModule) {
      const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
      for (const error of errors) vitest?.state.catchError(error, 'Broken test file')
    },
  }
}

/** The first failure ends a run: the quick tests beside the code come before those that come through the door. */
class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/tests/'))
    return Promise.resolve(files.toSorted((one, other) => isSlow(one) - isSlow(other)))
  }
}

export default defineConfig({
  test: {
    root: part.room,
    include: part.tests,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: QuickFirst },
    reporters: [tellBrokenFiles()],
    provide: { templateUrl: process.env['MUTANTS_DATABASE'] ?? '' },
  },
})
