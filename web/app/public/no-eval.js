// Runs before everything else: zod would probe, while the contract's schemas are created, whether it may compile code, which
// the production CSP forbids and reports as a violation (appendix, security headers). A module of the bundle would come too
// late: the bundler may place schemas in a part that runs before it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
