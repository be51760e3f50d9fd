import { anyCodePoint } from '@hudur/core/testing/code-points'
import fc from 'fast-check'
import * as z from 'zod/mini'

/** Texts for generated values: `all` of them, and `of` returns those that suit a field with the given name. */
export type FieldWords = { all: readonly string[]; of: (field: string) => readonly string[] }

const createValidator = (schema: z.core.$ZodType) => (value: unknown) => z.safeParse(schema, value).success

function acceptedTexts(schema: z.core.$ZodType, words: FieldWords, field: string): fc.Arbitrary<string> {
  const isFine = createValidator(schema)
  const [fitting, plausible] = [words.of(field).filter(isFine), words.all.filter(isFine)]
  if (fitting.length + plausible.length === 0) throw new Error(`no text that ${field} accepts`)
  const choices: fc.WeightedArbitrary<string>[] = []
  if (fitting.length) choices.push({ weight: 6, arbitrary: fc.constantFrom(...fitting) })
  if (plausible.length) choices.push({ weight: 3, arbitrary: fc.constantFrom(...plausible) })
  // A field that accepts these two samples accepts almost any text, so arbitrary texts are generated too.
  if (isFine('أي نص 1') && isFine('x-9')) choices.push({ weight: 2, arbitrary: fc.string({ unit: anyCodePoint }).filter(isFine) })
  return fc.oneof(...choices)
}

const EDGE_NUMBERS = [0, 1, -1, 50, 100, 200, 1000, 2_147_483_647, 2_147_483_648, Number.MIN_SAFE_INTEGER]

const acceptedNumbers = (schema: z.core.$ZodType) =>
  fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(...EDGE_NUMBERS), fc.integer()).filter(createValidator(schema))

/** Generates values that a schema of the contract accepts. */
export function validValues(given: z.core.$ZodType, words: FieldWords, field = ''): fc.Arbitrary<unknown> {
  const { def } = (given as z.core.$ZodTypes)._zod
  const validInnerValues = (schema: z.core.$ZodType) => validValues(schema, words, field)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, schema]) => [name, validValues(schema, words, name)])
      const all = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
      return all.map(values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
    }
    case 'optional':
    case 'default':
      return fc.option(validInnerValues(def.innerType), { nil: undefined })
    case 'nullable':
      return fc.option(validInnerValues(def.innerType))
    case 'array':
      return fc.array(validInnerValues(def.element), { minLength: 1, maxLength: 4 })
    case 'union':
      return fc.oneof(...def.options.map(validInnerValues))
    case 'pipe':
      // A transform accepts any value, so the schema after it decides.
      return validInnerValues((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'string':
      return acceptedTexts(given, words, field)
    case 'number':
      return acceptedNumbers(given)
    case 'boolean':
      return fc.boolean()
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`nothing is known of ${def.type}, which ${field} is`)
  }
}
