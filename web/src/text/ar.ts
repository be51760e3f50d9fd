/** Every word people read, apart from what the server itself says (that stands in `core`). */
export const text = {
  product: 'حُضور',

  shell: {},

  login: {},

  generator: {},

  card: {},

  scanner: {},
} as const
