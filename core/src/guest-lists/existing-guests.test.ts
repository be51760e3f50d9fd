import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessTable, type ImportChoice } from './assess-table.ts'
import { recogniseColumns } from './columns.ts'
import type { ExistingGuest } from './existing-guests.ts'

const readPhone = (written: string) => {
  const digits = written.replace(/\D/g, '').replace(/^967/, '')
  return /^7\d{8}$/.test(digits) ? `+967${digits}` : undefined
}

const assess = (lines: string[], existing: ExistingGuest[], choice: Partial<ImportChoice> = {}) => {
  const table = { rows: lines.map(line => [line]), is: 'lines' as const }
  return assessTable(table, { ...recogniseColumns(table), edits: {}, ...choice }, readPhone, existing)
}
const included = (assessment: ReturnType<typeof assess>) => assessment.rows.filter(({ isOut }) => !isOut).map(({ name }) => name)

describe('guests whom the event has already', () => {
  const existing = [
    { name: 'علي حسن', phone: null },
    { name: 'الدكتورة هُدى', phone: '777 123 456' },
  ]

  test('guests whom the event has are left out by proposal, with one question', () => {
    const assessment = assess(['على حسن', 'هدى 777123456', 'سارة'], existing)
    expect(included(assessment)).toEqual(['سارة'])
    expect(assessment.rows.map(({ why }) => why)).toEqual(['existing', 'existing', undefined])
    expect(assessment.questions).toEqual([{ about: 'existing', count: 2, names: ['على حسن', 'هدى'] }])
  })

  test('guests whom the event has are added again if the user chooses so', () => {
    const assessment = assess(['على حسن', 'سارة'], existing, { addsExisting: true })
    expect(included(assessment)).toEqual(['على حسن', 'سارة'])
    expect(assessment.questions).toEqual([{ about: 'existing', count: 1, names: ['على حسن'] }])
  })

  test('an edit of a row adds one guest whom the event has', () => {
    const assessment = assess(['عائلة باسليم', 'سارة'], [{ name: 'عائلة باسليم', phone: null }])
    expect(assessment.rows[0]).toMatchObject({ isOut: true, doubts: [] })
    const added = assess(['عائلة باسليم', 'سارة'], [{ name: 'عائلة باسليم', phone: null }], { edits: { 1: { isOut: false } } })
    expect(included(added)).toEqual(['عائلة باسليم', 'سارة'])
    expect(added.rows[0]!.doubts).toEqual([{ about: 'family' }])
  })

  test('equal names with different telephone numbers are different guests', () => {
    const assessment = assess(['هدى 777999888'], existing)
    expect(included(assessment)).toEqual(['هدى'])
    expect(assessment.questions).toEqual([])
  })

  test('a list that is imported again adds nobody, in any order and with other spellings', () => {
    const names = ['أحمد علي', 'فاطمة حسن', 'أبو خالد', 'هدى الكثيري', 'إيمان', 'منى']
    const respell = (name: string) => name.replace(/[أإ]/g, 'ا').replace(/ة/g, 'ه').replace(/ى/g, 'ي')
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 1 }), fc.boolean(), (again, isRespelt) => {
        const assessment = assess(
          again.map(name => (isRespelt ? respell(name) : name)),
          names.map(name => ({ name, phone: null })),
        )
        expect(included(assessment)).toEqual([])
        expect(assessment.questions).toMatchObject([{ about: 'existing', count: again.length }])
      }),
    )
  })
})

describe('one telephone number under two names', () => {
  test('the user is told that a new and an existing guest share a number', () => {
    const assessment = assess(['أم محمد 777123456'], [{ name: 'هدى', phone: '+967777123456' }])
    expect(included(assessment)).toEqual(['أم محمد'])
    expect(assessment.questions).toEqual([{ about: 'shared-phones', count: 1, phone: '+967777123456', names: ['هدى', 'أم محمد'] }])
  })

  test('the user is told that two guests of the list share a number', () => {
    const { questions } = assess(['هدى 777123456', 'أم محمد 777123456', 'سارة 777123457'], [])
    expect(questions).toEqual([{ about: 'shared-phones', count: 1, phone: '+967777123456', names: ['هدى', 'أم محمد'] }])
  })
})
