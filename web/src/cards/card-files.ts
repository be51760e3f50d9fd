/** The file types of cards: MIME type, quality, and file extension. PNG ignores the quality. */
export const CARD_FILE_TYPES = {
  png: { type: 'image/png', quality: 0.95, ending: 'png' },
  jpeg: { type: 'image/jpeg', quality: 0.9, ending: 'jpg' },
} as const
export type CardFileType = keyof typeof CARD_FILE_TYPES
