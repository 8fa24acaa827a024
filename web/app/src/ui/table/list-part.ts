// How many rows a long list begins with and grows by while it is read; see ListEnd.vue.
export const listPart = 20
