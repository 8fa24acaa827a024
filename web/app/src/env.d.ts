// Types of things that only the bundler knows: single-file components and style imports.
/// <reference types="vite/client" />

declare module '@fontsource-variable/inter'

/** Of the whole product, put in by the build. */
declare const rollcallVersion: string
