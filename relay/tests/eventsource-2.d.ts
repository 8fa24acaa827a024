// The package of that time has no types; what is used here is the same today.
declare module 'eventsource-2' {
  export { EventSource as default } from 'eventsource'
}
