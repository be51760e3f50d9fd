import { EMPTY_HOUSE, House } from '@hudur/core/events/house'
import { houseLines } from '@hudur/core/events/house-lines'

/** Returns the words of the house of a row of `events`. Parsing adds fields that did not exist when they were stored. */
export const parseHouse = (column: string | null): House => (column === null ? EMPTY_HOUSE : House.parse(JSON.parse(column)))

/** Returns the column in which the words of the house are stored; null without any. */
export const houseColumn = (house: House) => (houseLines(house).length === 0 ? null : JSON.stringify(house))
